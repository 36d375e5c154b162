// The boards by the names of their games. Another game needs a file like loa.js and a line here.
import { load } from "../lib.js";
import * as loa from "./loa.js";

const BOARDS = { loa };
export const { Board, parse, format, startPosition, arrowOf, centre } = BOARDS[load("game", "loa")] || loa;
