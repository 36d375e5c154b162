//! The battery refuses a broken game: a small game passes it, and the same game with one fault each
//! does not.

use conjoin_core::mix::split_mix;
use conjoin_core::{
    Categorised, Indexed, Noisy, NullMove, Outcome, Position, Ranked, Repetition, Side, Symmetric,
    conformance,
};

/// Each player has a runner on a ring and steps left or right with it or takes a coin off the pile;
/// who takes the last coin wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pile<const FAULT: u8> {
    places: [u8; 2],
    coins: u8,
    mover: Side,
    key: u64,
    /// Null moves so far, which only one fault counts.
    nulls: u8,
}

const RING: u8 = 3;
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const TAKE: u8 = 3;

// What is wrong.
const NOTHING: u8 = 0;
const BOARD_KEY_OF_PLAYER: u8 = 1;
const STEPS_CANNOT_COME_BACK: u8 = 2;
const INDEX_TOO_LARGE: u8 = 3;
const INDEX_SHARED: u8 = 4;
const PACKED_AS_ZERO: u8 = 5;
const UNPACKED_AS_ANOTHER: u8 = 6;
const ZERO_UNPACKED: u8 = 7;
const STRANGE_MOVE_FOUND: u8 = 8;
const FORCEFUL_TOO_LARGE: u8 = 9;
const STATIC_TOO_LARGE: u8 = 10;
const NOISY_ILLEGAL: u8 = 11;
const NOISY_TWICE: u8 = 12;
const NOISY_STEP: u8 = 13;
const NOISY_CLEARS: u8 = 14;
const NULL_STEPS: u8 = 15;
const NULL_KEEPS_PLAYER: u8 = 16;
const NULL_KEEPS_KEY: u8 = 17;
const NULL_COUNTS: u8 = 18;
const CATEGORY_TOO_LARGE: u8 = 19;
const CATEGORY_OF_DIRECTION: u8 = 20;
const SYMMETRIES_UNNAMED: u8 = 21;
const CATEGORIES_OF_ONE_NAME: u8 = 22;
const CATEGORY_OF_TWO_LINES: u8 = 23;

impl<const FAULT: u8> Pile<FAULT> {
    fn start() -> Self {
        Self { places: [0, 1], coins: 9, mover: Side::First, key: 0, nulls: 0 }.with_key()
    }

    fn with_key(self) -> Self {
        Self { key: self.recomputed_key(), ..self }
    }
}

impl<const FAULT: u8> Position for Pile<FAULT> {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        self.key
    }
    fn recomputed_key(&self) -> u64 {
        let [one, two] = self.places.map(u64::from);
        split_mix(one << 24 | two << 16 | u64::from(self.coins) << 8 | self.mover.index() as u64)
    }
    fn board_key(&self) -> u64 {
        match FAULT {
            BOARD_KEY_OF_PLAYER => self.key,
            _ => Self { mover: Side::First, ..*self }.recomputed_key(),
        }
    }
    fn same_board(&self, other: &Self) -> bool {
        (self.places, self.coins) == (other.places, other.coins)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.coins == 0).then_some(Outcome::Win(!self.mover))
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend([LEFT, RIGHT, TAKE]);
    }
    fn has_move(&self, mv: u8) -> bool {
        (LEFT..=TAKE).contains(&mv) || FAULT == STRANGE_MOVE_FOUND
    }
    fn play(&self, mv: u8) -> Self {
        let mut next = Self { mover: !self.mover, ..*self };
        let place = &mut next.places[self.mover.index()];
        match mv {
            LEFT => *place = (*place + RING - 1) % RING,
            RIGHT => *place = (*place + 1) % RING,
            _ => next.coins = next.coins.saturating_sub(1),
        }
        next.with_key()
    }
    fn is_irreversible(&self, mv: u8) -> bool {
        mv == TAKE || FAULT == STEPS_CANNOT_COME_BACK
    }
    fn repetition(&self) -> Repetition {
        Repetition::ThirdOccurrence
    }
}

impl<const FAULT: u8> Indexed for Pile<FAULT> {
    const MOVE_INDICES: usize = 3;

    fn move_index(mv: u8) -> usize {
        match FAULT {
            INDEX_TOO_LARGE => usize::from(mv),
            INDEX_SHARED => usize::from(mv == TAKE),
            _ => usize::from(mv - 1) % Self::MOVE_INDICES,
        }
    }
    fn pack_move(mv: u8) -> u16 {
        u16::from(mv) - u16::from(FAULT == PACKED_AS_ZERO)
    }
    fn unpack_move(bits: u16) -> Option<u8> {
        match FAULT {
            PACKED_AS_ZERO => Some(bits as u8 + 1),
            UNPACKED_AS_ANOTHER => Some(TAKE),
            ZERO_UNPACKED => Some((bits as u8).max(1)),
            _ => Some(bits as u8).filter(|&mv| mv != 0),
        }
    }
}

impl<const FAULT: u8> Ranked for Pile<FAULT> {
    fn forceful_rank(&self, mv: u8) -> u8 {
        let highest = if FAULT == FORCEFUL_TOO_LARGE { 16 } else { 15 };
        if mv == TAKE { highest } else { 0 }
    }
    fn static_rank(&self, mv: u8) -> u8 {
        let highest = if FAULT == STATIC_TOO_LARGE { 32 } else { 31 };
        if mv == TAKE { highest } else { 0 }
    }
}

impl<const FAULT: u8> Noisy for Pile<FAULT> {
    fn noisy_moves(&self, moves: &mut Vec<u8>) {
        match FAULT {
            NOISY_ILLEGAL => moves.push(TAKE + 1),
            NOISY_TWICE => moves.extend([TAKE, TAKE]),
            NOISY_STEP => moves.push(LEFT),
            NOISY_CLEARS => *moves = vec![TAKE],
            _ => moves.push(TAKE),
        }
    }
}

impl<const FAULT: u8> NullMove for Pile<FAULT> {
    fn null_move(&self) -> Self {
        let other = Self { mover: !self.mover, ..*self };
        match FAULT {
            NULL_STEPS => self.play(RIGHT),
            NULL_KEEPS_PLAYER => *self,
            NULL_KEEPS_KEY => other,
            NULL_COUNTS => Self { nulls: self.nulls + 1, ..other }.with_key(),
            _ => other.with_key(),
        }
    }
    fn has_few_men(&self) -> bool {
        false
    }
}

impl<const FAULT: u8> Symmetric for Pile<FAULT> {
    const SYMMETRIES: usize = 2;
    const SYMMETRY_NAME: &'static str = if FAULT == SYMMETRIES_UNNAMED { "none" } else { "mirror" };

    fn transformed(&self, symmetry: usize) -> Self {
        let image = |place: u8| if symmetry == 1 { (RING - place) % RING } else { place };
        Self { places: self.places.map(image), ..*self }.with_key()
    }
    fn transformed_move(&self, mv: u8, symmetry: usize) -> u8 {
        if symmetry == 1 && mv != TAKE { LEFT + RIGHT - mv } else { mv }
    }
    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}

impl<const FAULT: u8> Categorised for Pile<FAULT> {
    const CATEGORIES: usize = 3;

    fn category(&self, mv: u8) -> usize {
        match FAULT {
            CATEGORY_OF_DIRECTION => usize::from(mv) - 1,
            _ if mv == TAKE => 2 + usize::from(FAULT == CATEGORY_TOO_LARGE),
            // A step to the place that mirrors itself, or another.
            _ => usize::from(self.play(mv).places[self.mover.index()] == 0),
        }
    }

    fn category_name(category: usize) -> String {
        match (FAULT, category) {
            (CATEGORIES_OF_ONE_NAME, _) => "move".into(),
            (CATEGORY_OF_TWO_LINES, 1) => "step\nhome".into(),
            _ => ["step", "step home", "coin"][category].into(),
        }
    }
}

conjoin_core::conformance_tests!(sound: [Pile::<NOTHING>::start()];
    symmetry, null_move, indexed, ranked, noisy, categories);

/// One test a fault: the check that must find it, and what it must say.
macro_rules! refused {
    ($($name:ident: $check:ident, $fault:ident, $message:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            conformance::$check(&Pile::<$fault>::start(), 1);
        }
    )*};
}

refused! {
    a_board_key_that_knows_the_player: check_position, BOARD_KEY_OF_PLAYER, "the board of";
    a_step_that_is_called_irreversible: check_position, STEPS_CANNOT_COME_BACK,
        "is called irreversible but";
    an_index_out_of_range: check_indexed, INDEX_TOO_LARGE, "the index of 3 is 3, not below 3";
    an_index_of_two_moves: check_indexed, INDEX_SHARED, "2 shares its index 0";
    a_move_packed_as_zero: check_indexed, PACKED_AS_ZERO, "1 is packed as 0";
    a_move_that_does_not_come_back: check_indexed, UNPACKED_AS_ANOTHER, "the packed 1, read back";
    a_zero_that_is_a_move: check_indexed, ZERO_UNPACKED, "0 stands for no move";
    a_strange_move_taken_for_a_move: check_indexed, STRANGE_MOVE_FOUND, "has_move of 4";
    a_forceful_rank_out_of_range: check_ranked, FORCEFUL_TOO_LARGE,
        "the forceful rank of 3 is 16, not below 16";
    a_static_rank_out_of_range: check_ranked, STATIC_TOO_LARGE,
        "the static rank of 3 is 32, not below 32";
    a_noisy_move_that_is_not_legal: check_noisy, NOISY_ILLEGAL, "the noisy 4 is not legal";
    a_noisy_move_told_twice: check_noisy, NOISY_TWICE, "the noisy 3 is told twice";
    a_noisy_move_that_can_be_taken_back: check_noisy, NOISY_STEP, "the noisy 1 can be taken back";
    noisy_moves_in_place_of_others: check_noisy, NOISY_CLEARS, "noisy moves are appended";
    a_null_move_that_changes_the_board: check_null_move, NULL_STEPS, "changes the board";
    a_null_move_of_the_same_player: check_null_move, NULL_KEEPS_PLAYER, "player after a null move";
    a_null_move_with_the_old_key: check_null_move, NULL_KEEPS_KEY, "key after a null move";
    null_moves_that_leave_a_trace: check_null_move, NULL_COUNTS, "two null moves change nothing";
    a_category_out_of_range: check_categories, CATEGORY_TOO_LARGE,
        "the category of 3 is 3, not below 3";
    a_category_that_a_mirror_changes: check_categories, CATEGORY_OF_DIRECTION, "under symmetry 1";
    a_name_of_two_categories: check_categories, CATEGORIES_OF_ONE_NAME, "1 shares its name \"move\"";
    a_name_of_two_lines: check_categories, CATEGORY_OF_TWO_LINES, "is not a line";
    symmetries_without_a_name: check_symmetry, SYMMETRIES_UNNAMED, "2 symmetries, none";
}
