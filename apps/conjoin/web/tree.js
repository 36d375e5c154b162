// Games with variations. A tree is plain data and never changed: every function gives a new one.

export function newTree(start, rules = "olympiad", moves = []) {
  let tree = { start, rules, tags: [], result: null, reason: null, nodes: [{ parent: 0, move: "", comment: "" }], at: 0 };
  for (const move of moves) tree = play(tree, move);
  return tree;
}

export const children = (tree, at) =>
  tree.nodes.flatMap((node, i) => (i > 0 && node && node.parent === at ? [i] : []));

// The nodes from the start to a node.
export function path(tree, at = tree.at) {
  const found = [];
  for (let i = at; i > 0; i = tree.nodes[i].parent) found.unshift(i);
  return [0, ...found];
}

export const moves = (tree, at = tree.at) => path(tree, at).slice(1).map((i) => tree.nodes[i].move);
export const game = (tree, at = tree.at) => ({ start: tree.start, rules: tree.rules, moves: moves(tree, at) });

// From a node on, always the first continuation.
export function mainLine(tree, from = 0) {
  const line = path(tree, from);
  for (let next = children(tree, from)[0]; next !== undefined; next = children(tree, next)[0]) line.push(next);
  return line;
}

// Makes a move: an old continuation where there is one.
export function play(tree, move) {
  const known = children(tree, tree.at).find((i) => tree.nodes[i].move === move);
  if (known !== undefined) return { ...tree, at: known };
  const nodes = [...tree.nodes, { parent: tree.at, move, comment: "" }];
  return { ...tree, nodes, at: nodes.length - 1 };
}

export const go = (tree, at) => ({ ...tree, at });
export const comment = (tree, at, text) =>
  ({ ...tree, nodes: tree.nodes.map((node, i) => (i === at ? { ...node, comment: text } : node)) });

// Takes a node and all after it away.
export function remove(tree, at) {
  if (at === 0) return tree;
  const gone = new Set([at]);
  tree.nodes.forEach((node, i) => { if (i > at && gone.has(node.parent)) gone.add(i); });
  return renumber(tree, tree.nodes.map((_, i) => i).filter((i) => !gone.has(i)), gone.has(tree.at) ? tree.nodes[at].parent : tree.at);
}

// Makes a variation the first continuation of its parent.
export function promote(tree, at) {
  let result = tree;
  for (let i = at; i > 0; i = result.nodes[i].parent) {
    const siblings = children(result, result.nodes[i].parent);
    if (siblings[0] === i) continue;
    return renumber(result, depthFirst(result, 0, i), result.at, at);
  }
  return result;
}

function depthFirst(tree, root, first) {
  const order = [];
  const open = [root];
  while (open.length) {
    const at = open.pop();
    order.push(at);
    const next = children(tree, at).sort((a, b) => (b === first) - (a === first));
    open.push(...next.reverse());
  }
  return order;
}

function renumber(tree, kept, at) {
  const place = new Map(kept.map((old, i) => [old, i]));
  const nodes = kept.map((old) => ({ ...tree.nodes[old], parent: place.get(tree.nodes[old].parent) ?? 0 }));
  return { ...tree, nodes, at: place.get(at) ?? 0 };
}

// What the program writes as a file.
export const forFile = ({ start, rules, tags, result, reason, nodes }) =>
  ({ start, rules, tags, result, reason, nodes: nodes.map(({ parent, move, comment }) => ({ parent, move, comment })) });
