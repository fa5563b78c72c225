/** Where in a statement an error is: as the server reports it, or derived from the message. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

type Rule = readonly [pattern: RegExp, find: (match: RegExpExecArray, sql: string) => Span | null];

/** In order of priority: the first rule that matches and finds a position wins. */
const RULES: readonly Rule[] = [
  [/illegal char .*, pos : (\d+)/, ([, at]) => ({ from: Number(at), to: Number(at) + 1 })],
  // The parser reports the end of the unexpected token.
  [/pos : (\d+)/, ([, end], sql) => tokenBefore(sql, Number(end))],
  [/^unclosed str/, (_match, sql) => unclosed(sql)],
  [/actual EOF|^EOF/, (_match, sql) => lastToken(sql)],
  [/Symbol\(namespace=\w+, name=([^)]+)\)/, ([, name], sql) => wordIn(sql, name)],
  [/unsupported function name: (\S+)/, ([, name], sql) => callIn(sql, name)],
  [/no such index \[([^\]]+)\]/, ([, name], sql) => wordIn(sql, name)],
  [/^(\S+) function expected \{/, ([, name], sql) => callIn(sql, name) ?? wordIn(sql, name)],
  [/Query must start with/, (_match, sql) => firstToken(sql)],
  [/\[([\w.-]+)\]/, ([, name], sql) => wordIn(sql, name)],
  [/'([\w.-]+)'/, ([, name], sql) => wordIn(sql, name)],
];

/** `place`: the header in Rockpool's answers; for other clusters the position is derived from the message. */
export function errorSpan(sql: string, message: string, place: string | null): Span | null {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(place ?? '') ?? [];
  if (Number(to) > Number(from)) return { from: Number(from), to: Math.min(Number(to), sql.length) };
  for (const [pattern, find] of RULES) {
    const match = pattern.exec(message);
    const span = match && find(match, sql);
    if (span && span.to > span.from) return span;
  }
  return null;
}

function tokenBefore(sql: string, end: number): Span {
  const to = Math.min(end, sql.length);
  const word = /(?:[\w.$]+|'[^']*'|"[^"]*"|`[^`]*`|[^\s\w])$/.exec(sql.slice(0, to));
  return { from: to - (word?.[0].length ?? 1), to };
}

function lastToken(sql: string): Span {
  return tokenBefore(sql, sql.trimEnd().length);
}

function firstToken(sql: string): Span {
  const from = sql.length - sql.trimStart().length;
  return { from, to: from + (/^\S+/.exec(sql.slice(from))?.[0].length ?? 0) };
}

/** Starts at the quote that is never closed. */
function unclosed(sql: string): Span | null {
  let open: number | null = null;
  for (let i = 0; i < sql.length; i++) {
    if (open === null ? sql[i] === "'" || sql[i] === '"' : sql[i] === sql[open])
      open = open === null ? i : null;
  }
  return open === null ? null : { from: open, to: sql.length };
}

/** Finds the name as a whole word, ignoring case. */
function wordIn(sql: string, name: string): Span | null {
  return find(sql, name, () => true);
}

function callIn(sql: string, name: string): Span | null {
  return find(sql, name, (rest) => /^\s*\(/.test(rest));
}

function find(sql: string, name: string, follows: (rest: string) => boolean): Span | null {
  const [text, wanted] = [sql.toLowerCase(), name.toLowerCase()];
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + 1)) {
    const to = from + wanted.length;
    const isWord = !isLetter(text[from - 1], wanted[0]) && !isLetter(text[to], wanted.at(-1));
    if (isWord && follows(text.slice(to))) return { from, to };
  }
  return null;
}

/** Whether the neighbouring character would extend the name. */
function isLetter(beside: string | undefined, edge: string | undefined): boolean {
  return /\w/.test(beside ?? '') && /\w/.test(edge ?? '');
}

/** The response header that gives the position of an error in a statement. */
export const PLACE_HEADER = 'x-rockpool-place';
