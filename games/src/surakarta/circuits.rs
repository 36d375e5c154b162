//! Captures along the circuits, without walking them.
//!
//! Seen from a circuit, men meet over its arcs: the last man on one line and the first man on the next
//! line that has any see each other, with one arc between them and one more for each empty line. So a
//! circuit has at most four meetings, and each meeting of two colours is a capture for either side. The
//! first and the last man of a line are the lowest and the highest bit of a set: a circuit costs eight of
//! these and a few selections, however long the ways are.
//!
//! One case is left. A man on a crossing of its own circuit stands on two lines and may meet itself. Its
//! own starting point counts as empty, so it goes on from there. That is looked at man by man, after it
//! has been lifted from the board.

use super::geometry::{Board, Lines};

/// Most pairs of men that see each other: four for each circuit.
pub(super) const MEETINGS: usize = 8;

/// The first and the last man on each line of a circuit as it runs, 0 for an empty line.
struct Ends {
    first: Lines,
    last: Lines,
}

#[inline(always)]
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

#[inline(always)]
const fn highest(set: u64) -> u64 {
    // Without men the shift is by 63, to a bit that the set does not have.
    set & 1 << (63_u32.wrapping_sub(set.leading_zeros()) & 63)
}

#[inline(always)]
const fn or(set: u64, other: u64) -> u64 {
    if set != 0 { set } else { other }
}

impl Ends {
    #[inline(always)]
    const fn new(lines: &Lines, men: u64) -> Self {
        let [right, up, left, down] =
            [men & lines[0], men & lines[1], men & lines[2], men & lines[3]];
        Self {
            first: [lowest(right), lowest(up), highest(left), highest(down)],
            last: [highest(right), highest(up), lowest(left), lowest(down)],
        }
    }

    /// Whom a man sees who leaves each line with the circuit.
    #[inline(always)]
    const fn ahead(&self) -> Lines {
        let [first, second, third, fourth] = self.first;
        let past_fourth = or(first, or(second, or(third, fourth)));
        let past_third = or(fourth, past_fourth);
        let past_second = or(third, past_third);
        [or(second, past_second), past_second, past_third, past_fourth]
    }

    /// Whom a man sees who leaves each line against the circuit.
    #[inline(always)]
    const fn behind(&self) -> Lines {
        let [first, second, third, fourth] = self.last;
        let past_first = or(fourth, or(third, or(second, first)));
        let past_second = or(first, past_first);
        let past_third = or(second, past_second);
        [past_first, past_second, past_third, or(third, past_third)]
    }
}

/// What one side can capture.
pub(super) struct Captures {
    /// The two points of each capture, and 0 for a meeting that is none: one holds a man of either side.
    pub pairs: [u64; MEETINGS],
    /// The men of the side that meet themselves. Their captures are not among the pairs.
    pub selves: u64,
}

impl Captures {
    /// What `men` can capture of `enemies`. `is_open` tells that a man's own start counts as empty.
    #[inline(always)]
    pub fn new(board: &Board, men: u64, enemies: u64, is_open: bool) -> Self {
        let all = men | enemies;
        let mut captures = Self { pairs: [0; MEETINGS], selves: 0 };
        for (circuit, lines) in board.circuits.iter().enumerate() {
            let ends = Ends::new(lines, all);
            for (line, (one, other)) in ends.last.into_iter().zip(ends.ahead()).enumerate() {
                let pair = one | other;
                let is_capture = pair & men != 0 && pair & enemies != 0;
                captures.pairs[4 * circuit + line] = if is_capture { pair } else { 0 };
                captures.selves |= if one == other { one } else { 0 };
            }
        }
        captures.selves &= if is_open { men } else { 0 };
        for pair in &mut captures.pairs {
            *pair = if *pair & captures.selves == 0 { *pair } else { 0 };
        }
        captures
    }

    /// Each pair once: two men may meet several times.
    #[inline(always)]
    pub fn once(mut self) -> Self {
        let pairs = self.pairs;
        for i in 1..MEETINGS {
            // All are compared: which pair comes twice cannot be foreseen.
            let is_old = pairs[..i].iter().fold(0, |old, &one| old | u64::from(one == pairs[i]));
            self.pairs[i] = if is_old == 0 { pairs[i] } else { 0 };
        }
        self
    }

    /// How many captures these are; `lifted` tells the targets of a man that meets itself.
    #[inline(always)]
    pub fn count(&self, lifted: impl Fn(u64) -> u64) -> u32 {
        let mut count = self.pairs.iter().map(|&pair| u32::from(pair != 0)).sum();
        let mut selves = self.selves;
        while selves != 0 {
            let man = lowest(selves);
            selves ^= man;
            count += lifted(man).count_ones();
        }
        count
    }
}

/// The enemies that one man can capture, of those that `others` holds besides men of its side; the man
/// itself is among `others` where its own start is not open.
pub(super) fn targets(board: &Board, man: u64, others: u64, enemies: u64) -> u64 {
    let (above, below) = (!(man | (man - 1)), man - 1);
    let mut seen = 0;
    for lines in &board.circuits {
        let ends = Ends::new(lines, others);
        let (ahead, behind) = (ends.ahead(), ends.behind());
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| *line & man != 0) {
            let (before, after) = if i < 2 { (below, above) } else { (above, below) };
            seen |= if line & after & others == 0 { ahead[i] } else { 0 };
            seen |= if line & before & others == 0 { behind[i] } else { 0 };
        }
    }
    seen & enemies
}

/// The arcs on the shortest way of one man to another that it can capture.
pub(super) fn arcs(board: &Board, man: u64, others: u64, target: u64) -> u32 {
    let (above, below) = (!(man | (man - 1)), man - 1);
    let mut fewest = 4;
    for lines in &board.circuits {
        let ends = Ends::new(lines, others);
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| *line & man != 0) {
            let (before, after) = if i < 2 { (below, above) } else { (above, below) };
            for (side, met, way) in [(after, &ends.first, 1), (before, &ends.last, 3)] {
                let seen = (1..=4).find(|arcs| met[(i + way * arcs) % 4] != 0);
                if let Some(arcs) = seen.filter(|_| line & side & others == 0)
                    && met[(i + way * arcs) % 4] == target
                {
                    fewest = fewest.min(arcs as u32);
                }
            }
        }
    }
    fewest
}

/// The pairs of men that see each other over arcs: their two points, the rest 0. A man that meets itself
/// is a pair of one point, and a pair that meets on both circuits stands twice.
#[inline(always)]
pub(super) fn meetings(board: &Board, men: u64) -> [u64; MEETINGS] {
    let mut pairs = [0; MEETINGS];
    for (circuit, lines) in board.circuits.iter().enumerate() {
        let ends = Ends::new(lines, men);
        let ahead = ends.ahead();
        for line in 0..4 {
            // Without men on the line nobody leaves it.
            let pair = ends.last[line] | ahead[line];
            pairs[4 * circuit + line] = if ends.last[line] == 0 { 0 } else { pair };
        }
    }
    pairs
}
