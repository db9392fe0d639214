// What companies have: a position says it of the company on turn, or company by company.

const isTable = (value) => value !== null && typeof value === "object" && !(value instanceof Array);

/** Return a list of what a company has: `trains`, `privates` or `markers`. */
export function held(position, key, company = position.company) {
  const value = position[key];
  if (isTable(value)) return value[company] ?? [];
  return company === position.company ? value ?? [] : [];
}

/** Say what the company on turn has. */
export function hold(next, key, items) {
  if (isTable(next[key])) next[key][next.company] = items;
  else if (items.length || key === "trains") next[key] = items;
  else delete next[key];
}

/** Return a figure of a company, such as its cash; nothing if it is not known. */
export function figure(position, key, company) {
  const value = position[key];
  return isTable(value) ? value[company] : company === position.company ? value : undefined;
}

/** Say a figure of a company, or with `undefined` that it is not known. */
export function setFigure(next, key, company, value) {
  const before = next[key];
  const table = isTable(before) ? before : before === undefined ? {} : { [next.company]: before };
  if (value === undefined) delete table[company];
  else table[company] = value;
  if (Object.keys(table).length) next[key] = table;
  else delete next[key];
}

/** Put another company on turn; what is said of the one before stays its own. */
export function turnTo(next, company, { keys, tables, turn }) {
  for (const key of keys) {
    const value = next[key];
    const inner = tables.includes(key) && isTable(value) ? Object.values(value) : [];
    const whole = isTable(value) && (!tables.includes(key) || (inner.length && inner.every(isTable)));
    if (value === undefined || whole || (value instanceof Array && !value.length)) continue;
    next[key] = { [next.company]: value };
  }
  for (const key of turn) delete next[key];
  next.company = company;
}
