//! Text that games on boards of files and ranks share: rows of men, and moves from cell to cell.

use std::fmt;

use conjoin_core::Side;

/// What stands for a side in the text of a position.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

/// Writes the ranks from the top with `/` between them, numbers for empty cells, then a blank and the
/// side to move.
pub(crate) fn write_position(
    f: &mut fmt::Formatter<'_>,
    size: u8,
    man_on: impl Fn(u8, u8) -> Option<Side>,
    to_move: Side,
) -> fmt::Result {
    use fmt::Write;
    for rank in (0..size).rev() {
        let mut empty = 0;
        for file in 0..size {
            let Some(side) = man_on(file, rank) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(letter(side))?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        f.write_char(if rank > 0 { '/' } else { ' ' })?;
    }
    f.write_char(letter(to_move))
}

/// What a character of a rank means.
pub(crate) enum Cells {
    /// So many empty cells.
    Empty(usize),
    /// A man.
    Man(Side),
}

/// A rank of a position's text.
pub(crate) struct RankText<'t> {
    /// From 0, the lowest.
    pub rank: usize,
    /// Its text.
    pub text: &'t str,
    /// How many cells it tells of.
    pub cells: usize,
}

/// Reads ranks from the top. `meaning` is asked for every character with its place in the whole text, from
/// 1, of which the board begins after `before` characters; `put` is told side, file and rank of every man
/// within `size` cells; `finish` sees every rank.
pub(crate) fn read_ranks<E>(
    board: &str,
    before: usize,
    size: usize,
    mut meaning: impl FnMut(char, usize) -> Result<Cells, E>,
    mut put: impl FnMut(Side, usize, usize),
    mut finish: impl FnMut(RankText<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut place = before;
    for (row, text) in board.split('/').enumerate() {
        let rank = size.saturating_sub(row + 1);
        let mut cells = 0;
        for character in text.chars() {
            place += 1;
            match meaning(character, place)? {
                Cells::Empty(count) => cells += count,
                Cells::Man(side) => {
                    if cells < size {
                        put(side, cells, rank);
                    }
                    cells += 1;
                }
            }
        }
        place += 1;
        finish(RankText { rank, text, cells })?;
    }
    Ok(())
}

/// The two cells of a move's text, or `None` for a pass. Reads `d3-d5`, `d3xd5`, `d3:d5`, `d3 d5` and
/// `d3d5` in any case, with `+`, `!` and `?` after it. `cell` makes a cell of file and rank, counted from
/// 0, and its name in lower case; `unreadable` is told the place where reading stopped, from 1.
pub(crate) fn two_cells<C, E>(
    text: &str,
    cell: impl Fn(u8, u8, String) -> Result<C, E>,
    unreadable: impl Fn(usize) -> E,
) -> Result<Option<(C, C)>, E> {
    let bare = text.trim().trim_end_matches(['+', '!', '?']).trim_end();
    if bare.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    let lead = text.len() - text.trim_start().len();
    let stopped = |place: usize| unreadable(lead + place + 1);
    let bytes = bare.as_bytes();
    let cell_at = |start: usize| {
        let (file, rank) = (bytes.get(start), bytes.get(start + 1));
        let file = file.map(u8::to_ascii_lowercase).filter(u8::is_ascii_lowercase);
        let file = file.ok_or_else(|| stopped(start))?;
        let rank = *rank.filter(|b| b.is_ascii_digit()).ok_or_else(|| stopped(start + 1))?;
        let name = format!("{}{}", char::from(file), char::from(rank));
        cell(file - b'a', rank.wrapping_sub(b'1'), name)
    };
    let skip_blanks = |mut next: usize| {
        while bytes.get(next) == Some(&b' ') {
            next += 1;
        }
        next
    };
    let from = cell_at(0)?;
    let mut next = skip_blanks(2);
    if matches!(bytes.get(next), Some(b'-' | b'x' | b'X' | b':')) {
        next += 1;
    }
    next = skip_blanks(next);
    let to = cell_at(next)?;
    if bytes.len() > next + 2 {
        return Err(stopped(next + 2));
    }
    Ok(Some((from, to)))
}
