// The two sides of a game. Messages name them in lower case.

export class Sides {
  /** @param {string[]} names names for people, the first side first */
  constructor(names) {
    this.names = names;
    this.keys = names.map((name) => name.toLowerCase());
  }

  /** @param {string} side */
  index(side) {
    return this.keys.indexOf(side);
  }

  /** @param {string} side */
  name(side) {
    return this.names[this.index(side)] ?? side;
  }

  /** @param {string} side */
  other(side) {
    return this.keys[1 - this.index(side)];
  }

  /**
   * The class of what is drawn in a side's colour.
   * @param {string} side
   */
  colour(side) {
    return this.index(side) === 0 ? "first" : "second";
  }
}
