"""Replays games that Conjoin has played and compares every position with OpenSpiel's."""

import sys

import pyspiel

RESULTS = {"1-0": [1.0, -1.0], "0-1": [-1.0, 1.0], "1/2-1/2": [0.0, 0.0]}


def board_of(state):
    """The eight ranks from the top, without the coordinates."""
    return "/".join(line[1:] for line in str(state).splitlines()[:8])


def main():
    game = pyspiel.load_game("lines_of_action")
    state = game.new_initial_state()
    games = plies = 0
    ends = {}

    def expect(what, ours, theirs):
        if ours != theirs:
            sys.exit(
                f"game {games + 1}, ply {len(state.history())}: {what}\n"
                f"  Conjoin:   {ours}\n  OpenSpiel: {theirs}\n{state}"
            )

    for line in sys.stdin:
        first, board, last = line.rstrip("\n").split("\t")
        expect("board", board, board_of(state))
        if first == "end":
            over = last != "*"
            expect("game over", over, state.is_terminal())
            if over:
                expect("result", RESULTS[last], state.returns())
            games += 1
            ends[last] = ends.get(last, 0) + 1
            state = game.new_initial_state()
            continue
        expect("game over", False, state.is_terminal())
        actions = {state.action_to_string(action): action for action in state.legal_actions()}
        expect("legal moves", first.split(" "), sorted(actions))
        state.apply_action(actions[last])
        plies += 1
    if games == 0:
        sys.exit("no game was read")
    print(f"{games} games, {plies} plies, no difference; results {ends}")


main()
