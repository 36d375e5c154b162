// The messages that pages send and get, as types (docs/app.md). A test of the program compares them with its structs:
// one property a line. `[name]` may be missing in a question, `|null` may be null in an answer, numbers of all kinds
// are `number`, lists `T[]`, pairs `[T, T]`, tables by name `Object<string, T>`.

/**
 * A game: where it started and what was played.
 * @typedef {Object} GameText
 * @property {string} [game] - name of the game; the first that the program knows where it is missing
 * @property {string} [start] - first position; the standard start where it is missing
 * @property {number} [size] - size of the board, where the start does not tell it
 * @property {string} [rules] - the rules; the usual ones where they are missing
 * @property {Object<string, string>} [options] - choices of the game beyond size and rules
 * @property {string[]} [moves] - the moves
 */

/**
 * How long and how an engine may think.
 * @typedef {Object} ThinkText
 * @property {GameText} [game] - the game
 * @property {string} [profile] - profile that thinks
 * @property {number} [level] - or a level
 * @property {number} [time] - milliseconds for this move
 * @property {number} [depth] - last iteration
 * @property {number} [nodes] - nodes in all
 * @property {ClockText} [clock] - clocks of both sides
 * @property {number} [lines] - lines wanted
 * @property {boolean} [play] - is a game waiting for this move?
 * @property {boolean} [threat] - what would the other side do if it were its turn?
 * @property {number} [threads] - threads to use
 * @property {number} [memory] - mebibytes of table
 * @property {number} [seed] - seed of what is random
 */

/**
 * Clocks in milliseconds.
 * @typedef {Object} ClockText
 * @property {[number, number]} left - left for the first and the second side
 * @property {number} [increment] - added after each move
 */

/**
 * A game that is reviewed.
 * @typedef {Object} ReviewText
 * @property {GameText} game - the game
 * @property {number} [seconds] - seconds for all of it
 * @property {number} [threads] - threads to use
 * @property {number} [memory] - mebibytes of table
 */

/**
 * A question to the solver.
 * @typedef {Object} SolveText
 * @property {GameText} game - the game whose last position is solved
 * @property {string} [winner] - side whose win is asked for; the side to move where it is missing
 * @property {number} [seconds] - seconds at most
 * @property {boolean} [proof] - is a proof to be made for exploring?
 * @property {number} [threads] - threads to use
 * @property {number} [memory] - mebibytes of table
 */

/**
 * A game with variations, as the pages keep it.
 * @typedef {Object} TreeText
 * @property {string} start - first position
 * @property {number} [size] - size of the board; what the first position says where it is missing
 * @property {string} [rules] - the rules
 * @property {[string, string][]} [tags] - names and values such as `Black` and `Ann`
 * @property {string} [result] - `1-0`, `0-1` or `1/2-1/2`
 * @property {string} [reason] - `resignation`, `time` and the like
 * @property {NodeText[]} nodes - the first is the start, and every other stands after its parent
 * @property {string[]} [problems] - what had to be left out; not written
 */

/**
 * A node of a tree.
 * @typedef {Object} NodeText
 * @property {number} [parent] - number of the node before
 * @property {string} [move] - the move; empty for the start
 * @property {string} [comment] - what is said about it
 */

/**
 * What this program can do.
 * @typedef {Object} Hello
 * @property {string} version - version and commit
 * @property {number} levels - the highest level
 * @property {GameInfo[]} games - the games, the usual one first
 * @property {number} threads - most threads of one search
 * @property {MemoryInfo} memory - room for tables
 */

/**
 * A game that the program knows.
 * @typedef {Object} GameInfo
 * @property {string} name - the word in messages
 * @property {string} title - the name for people
 * @property {[string, string]} sides - names of the sides; in messages they are in lower case
 * @property {Choice[]} choices - what can be chosen for a new game
 * @property {ProfileInfo[]} profiles - engines that play it
 * @property {string[]} formats - forms of its records, the usual one first: `sgf`, `text`
 */

/**
 * Something to choose of a game.
 * @typedef {Object} Choice
 * @property {string} key - the word in messages
 * @property {string} title - the word for people
 * @property {string} help - a line about it
 * @property {string[]} values - what can be chosen
 * @property {string} default - the usual value
 * @property {string} part - `board`, `rules` or `start`
 */

/**
 * An engine that can be asked.
 * @typedef {Object} ProfileInfo
 * @property {string} name - its name
 * @property {string} description - a line about it
 */

/**
 * Room for tables, in mebibytes.
 * @typedef {Object} MemoryInfo
 * @property {number} total - of all tabs together
 * @property {number} largest - of one table
 */

/**
 * A position, with all that is needed to show it and to make the next move at once.
 * @typedef {Object} Look
 * @property {string} game - name of the game
 * @property {string} position - the position as text
 * @property {number} size - size of the board
 * @property {string} rules - the rules
 * @property {string} turn - side to move
 * @property {LookMove[]} moves - legal moves; none when the game is over
 * @property {Ending|null} outcome - how the game ended
 * @property {Object<string, string[][]>} groups - groups of each side, as cells
 * @property {number} occurrences - how often the position has been there
 * @property {string[]} played - the moves of the game
 * @property {Route|null} last - the way of the last of them
 */

/**
 * The way of a man on the board.
 * @typedef {Object} Route
 * @property {string[]} cells - the cells it touches, its own first; none for a pass
 * @property {boolean} capture - does it take a man?
 */

/**
 * A legal move.
 * @typedef {Object} LookMove
 * @property {string} move - the move as text
 * @property {string[]} cells - its way on the board, as in `Route`
 * @property {boolean} capture - does it take a man?
 * @property {string} after - the position after it
 */

/**
 * How a game ended.
 * @typedef {Object} Ending
 * @property {string} result - `1-0`, `0-1` or `1/2-1/2`
 * @property {string|null} winner - the side that won
 * @property {string} reason - the reason in a word
 * @property {string} text - the reason in a sentence
 */

/**
 * What a text holds: a position or games.
 * @typedef {Object} ReadAnswer
 * @property {string} game - name of the game that it is of
 * @property {string} [position] - the position
 * @property {GameSummary[]} [games] - or the games
 * @property {number} [total] - records in the text
 */

/**
 * A game of a text in a line.
 * @typedef {Object} GameSummary
 * @property {number} number - number of the record, from 1
 * @property {string|null} first - name of the first player
 * @property {string|null} second - name of the second player
 * @property {string|null} event - where it was played
 * @property {string|null} date - when it was played
 * @property {string|null} result - `1-0`, `0-1` or `1/2-1/2`
 * @property {string|null} ending - the reason of the result in a word
 * @property {number} moves - moves of the main line
 * @property {string|null} problem - why it cannot be replayed
 */

/**
 * One game of a text, with its variations.
 * @typedef {Object} TreeAnswer
 * @property {string} start - first position
 * @property {number} size - size of the board
 * @property {string} rules - the rules
 * @property {[string, string][]} tags - names and values such as `Black` and `Ann`
 * @property {string|null} result - `1-0`, `0-1` or `1/2-1/2`
 * @property {string|null} reason - the reason of the result in a word
 * @property {TreeNode[]} nodes - the first is the start, and every other stands after its parent
 * @property {string[]} problems - what had to be left out
 */

/**
 * A node of a tree.
 * @typedef {Object} TreeNode
 * @property {number} parent - number of the node before
 * @property {string} move - the move; empty for the start
 * @property {string} comment - what is said about it
 */

/**
 * A text to save.
 * @typedef {Object} Written
 * @property {string} text - the text
 */

/**
 * A picture to save.
 * @typedef {Object} Picture
 * @property {string} svg - the picture
 */

/**
 * What the features of an evaluator say.
 * @typedef {Object} Explain
 * @property {string} evaluator - name of the evaluator
 * @property {number} value - points for the side to move
 * @property {string} turn - side to move
 * @property {Feature[]} features - the features
 */

/**
 * A feature of an evaluator.
 * @typedef {Object} Feature
 * @property {string} name - its name
 * @property {number} weight - points for each unit
 * @property {number} points - the points it gives the side to move more than the other
 * @property {[number, number]} values - what the first and the second side have of it
 */

/**
 * Positions to solve.
 * @typedef {Object} Puzzles
 * @property {Puzzle[]} puzzles - the shortest first
 */

/**
 * A position with a known win.
 * @typedef {Object} Puzzle
 * @property {string} id - its name
 * @property {string} suite - the suite it comes from
 * @property {string} position - the position
 * @property {number} size - size of the board
 * @property {number} plies - plies to the win
 * @property {number} moves - moves of the winner
 * @property {string} turn - side to move, which wins
 */

/**
 * What a proof says of a position.
 * @typedef {Object} ProofStep
 * @property {string} root - where the proof starts
 * @property {string} winner - the side that wins
 * @property {string} position - the position
 * @property {boolean} known - is the position part of the proof?
 * @property {boolean} over - has the game ended?
 * @property {number|null} plies - plies that are left at most
 * @property {string|null} move - the winner's move
 * @property {Route|null} route - its way on the board
 * @property {ProofReply[]} replies - the moves of the other side
 */

/**
 * A defence that a proof answers.
 * @typedef {Object} ProofReply
 * @property {string} move - the move
 * @property {number|null} plies - plies that are left after it at most
 */

/**
 * A proof to save.
 * @typedef {Object} ProofFile
 * @property {string} text - the file
 * @property {number} lines - its lines
 * @property {boolean} verified - does the referee accept it?
 * @property {string|null} reason - why not
 */

/**
 * A score of the side to move.
 * @typedef {Object} Score
 * @property {number|{win: number}|{loss: number}} value - points, or plies to the end of the game
 * @property {number} chance - the chance to win that it means
 */

/**
 * What an engine thinks.
 * @typedef {Object} Think
 * @property {string} profile - who thought
 * @property {string|null} best - the best move
 * @property {Route|null} route - its way on the board
 * @property {Score|null} score - its score
 * @property {number} depth - last iteration
 * @property {number} seldepth - longest line
 * @property {number} nodes - positions looked at
 * @property {number} seconds - time it took
 * @property {ThinkLine[]} lines - lines, the best first
 * @property {boolean} stopped - was it stopped?
 */

/**
 * A line of an engine.
 * @typedef {Object} ThinkLine
 * @property {Score} score - its score
 * @property {string[]} moves - its moves
 * @property {Route|null} route - the way of the first of them
 */

/**
 * What an engine thinks on the way.
 * @typedef {Object} ThinkEvent
 * @property {ThinkInfo} info - so far
 */

/**
 * An iteration of an engine.
 * @typedef {Object} ThinkInfo
 * @property {number} depth - the iteration
 * @property {number} seldepth - longest line
 * @property {number} nodes - positions looked at
 * @property {number} speed - positions a second
 * @property {number} seconds - time so far
 * @property {number} table - how full the table is, of 1000
 * @property {ThinkLine[]} lines - lines, the best first
 */

/**
 * Work waits for a free core.
 * @typedef {Object} QueuedEvent
 * @property {boolean} queued - always true
 */

/**
 * A reviewed game; on the way the same with its progress.
 * @typedef {Object} Review
 * @property {ReviewMove[]} moves - its moves
 * @property {ReviewPosition[]} positions - its positions, one more than moves
 * @property {Object<string, number|null>} accuracy - accuracy of each side, of 100
 * @property {ReviewDecided|null} decided - what decided it
 * @property {number} seconds - time it took
 * @property {boolean} [stopped] - was it stopped?
 * @property {number} [progress] - part that is done, in events
 */

/**
 * A reviewed move.
 * @typedef {Object} ReviewMove
 * @property {string} move - the move
 * @property {string} side - who made it
 * @property {string} kind - the judgement in a word
 * @property {boolean} proved - is the judgement proved?
 * @property {number} drop - chances that it lost
 * @property {Route} route - its way on the board
 * @property {string[]} better - better moves, one after the other
 * @property {Route|null} better_route - the way of the first of them
 * @property {string} text - the judgement in a sentence
 */

/**
 * A position of a reviewed game.
 * @typedef {Object} ReviewPosition
 * @property {number|null} chance - chance of the first side
 * @property {Score|null} score - score of the first side
 * @property {Object<string, boolean|null>} known - is a win of this side proved, or that there is none?
 */

/**
 * What decided a game.
 * @typedef {Object} ReviewDecided
 * @property {number} ply - the win is proved from here on
 * @property {string} winner - whose win
 * @property {boolean} before_proved - is it proved that it was not won before?
 */

/**
 * An answer of the solver; on the way the same.
 * @typedef {Object} Solve
 * @property {string} winner - side whose win was asked for
 * @property {string} result - `win`, `loss`, `not-win`, `not-loss` or `unknown`
 * @property {string|null} move - the winning move
 * @property {Route|null} route - its way on the board
 * @property {number} proof - proof number
 * @property {number} disproof - disproof number
 * @property {number} nodes - positions looked at
 * @property {number} seconds - time it took
 * @property {number} table - how full the table is, of 1000
 * @property {number} memory - mebibytes of table
 * @property {string} position - the position
 * @property {string} rules - the rules
 * @property {boolean} [stopped] - was it stopped?
 * @property {number} [plies] - plies to the win at most
 * @property {string[]} [line] - the main line of the proof
 * @property {number} [lines] - lines of the proof
 * @property {boolean} [explorable] - can the proof be asked for?
 * @property {boolean} [repeats] - does the proof meet a position that has been there twice?
 * @property {string} [unwritten] - why the proof could not be written down
 */

/**
 * The proof is found and being written down.
 * @typedef {Object} WritingEvent
 * @property {boolean} writing - always true
 */

/**
 * Work was ended.
 * @typedef {Object} Stopped
 * @property {boolean} stopped - was there any?
 */

export {};
