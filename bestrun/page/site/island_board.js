// Boards of one's own: points are painted, rivers lie between two neighbours.

const TOWNS = ["small", "medium", "large"];

export const isTown = ({ kind }) => TOWNS.includes(kind);

/** Return a board with another kind of point; a town or a port gets a name that is free. */
export function paint(board, id, kind) {
  const points = board.points.map((point) => (point.id === id ? painted(board, point, kind) : point));
  return { ...board, seed: undefined, points };
}

function painted(board, point, kind) {
  const bare = { id: point.id, x: point.x, y: point.y, kind };
  const named = TOWNS.includes(kind) || kind === "port";
  if (!named) return bare;
  const word = kind === "port" ? "Port" : "Town";
  const taken = new Set(board.points.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${word} ${number}`)) number++;
  const goods = kind === "port" ? [] : point.goods ?? [];
  return { ...bare, name: point.name || `${word} ${number}`, ...(goods.length ? { goods } : {}) };
}

/** Return a board with a river between two neighbours, or without it if there was one. */
export function toggleRiver(board, [a, b]) {
  const between = ([c, d]) => (c === a && d === b) || (c === b && d === a);
  if (!board.links.some(between)) return board;
  const rivers = (board.rivers ?? []).filter((each) => !between(each));
  return { ...board, rivers: rivers.length < (board.rivers ?? []).length ? rivers : [...rivers, [a, b]] };
}
