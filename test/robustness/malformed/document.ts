import type { Pick } from '../../conformance/fuzz/pick.ts';
import { mutated } from './mutate.ts';

const NUMBERS = ['0', '7', '-12.25', '"12"', 'null'];
const USUAL: Readonly<Record<string, readonly string[]>> = {
  n: NUMBERS,
  tag: [...NUMBERS, 'true', '"a"'],
  title: [...NUMBERS, 'true', '"big fish"'],
  day: ['"2020-01-02"', '1577923200000', 'null'],
};
const MAPPED = Object.keys(USUAL);
const NAMES = [...MAPPED, 'v', 'o', 'o.n', 'new', '_id', '__proto__', '\\u006e'];
const SCALARS = [
  ...['0', '7', '-12.25', 'true', 'false', 'null', '"a"', '"2020-01-02"', '"12"'],
  ...['-0', '1e3', '12345678901234567890', '1e999', '01', '1.', '-', 'NaN', 'nul'],
  ...['""', '"\\ud800"', '"a\\"b"', '"', '"\\'],
];
const BRACKETS = ['{', '}', '[', ']', ',', ':', '"', ''];
const COUNTERPARTS: Readonly<Record<string, string>> = { '{': '[', '[': '{', '}': ']', ']': '}' };

/**
 * JSON of a document. Most are as usual, for the way that usual documents take is left for a while after others; a member
 * may come twice, any value may stand under any name, and brackets may be wrong.
 */
export function document(pick: Pick): string {
  const comma = pick.of([',', ', ', ' ,\n']);
  if (pick.chance(0.6)) return `{${usualMembers(pick, names(pick)).join(comma)}}`;
  const some = names(pick);
  const members = pick.chance(0.7)
    ? usualMembers(pick, [...some, pick.of(some)])
    : pick.list(0, 5, () => member(pick, 2));
  const text = `{${members.join(comma)}}`;
  if (pick.chance(0.2)) return text;
  return pick.chance(0.2) ? mutated(pick, text) : withOtherBrackets(pick, text);
}

function names(pick: Pick): string[] {
  const some = MAPPED.filter(() => pick.chance(0.6));
  return some.length > 0 ? some : MAPPED;
}

function usualMembers(pick: Pick, chosen: readonly string[]): string[] {
  return chosen.map((name) => {
    const items = pick.list(1, 3, () => pick.of(USUAL[name]));
    return `"${name}":${pick.chance(0.5) ? `[${items}]` : items[0]}`;
  });
}

function member(pick: Pick, depth: number): string {
  return `"${pick.of(NAMES)}":${value(pick, depth)}`;
}

function value(pick: Pick, depth: number): string {
  if (depth === 0 || pick.chance(0.5)) return pick.of(SCALARS);
  return pick.chance(0.7)
    ? `[${pick.list(0, 4, () => value(pick, depth - 1))}]`
    : `{${pick.list(0, 3, () => member(pick, depth - 1))}}`;
}

/** One or two brackets, commas, colons or quotes become others, or go. */
function withOtherBrackets(pick: Pick, text: string): string {
  const places = [...text.matchAll(/[{}[\],:"]/g)];
  const changes = new Map<number, string>();
  for (let i = pick.int(1, 2); i > 0; i--) {
    const { index, 0: char } = pick.of(places);
    changes.set(index, pick.chance(0.5) ? (COUNTERPARTS[char] ?? '') : pick.of(BRACKETS));
  }
  return [...text].map((char, at) => changes.get(at) ?? char).join('');
}
