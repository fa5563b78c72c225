import { illegalArgument, numberFormat } from '../common/index.ts';

/**
 * How many of `optional` clauses must match: `2`, `-1`, `75%`, `-25%`, `2<75% 9<-3`. Never negative, and
 * above `optional` only if the specification says so.
 */
export function minimumShouldMatch(spec: string, optional: number): number {
  const text = spec.trim();
  if (text.includes('<')) return conditional(text, optional);
  const count = text.endsWith('%') ? (optional * integer(text.slice(0, -1))) / 100 : integer(text);
  // Rounded towards zero before it is subtracted: with -25 % of two clauses, none may be missing.
  return Math.max(0, count < 0 ? optional + Math.trunc(count) : Math.trunc(count));
}

function conditional(text: string, optional: number): number {
  let result = optional;
  for (const part of text.split(/\s+/)) {
    const [bound, spec] = part.split('<');
    if (spec === undefined) throw numberFormat(part);
    if (optional <= integer(bound)) return result;
    result = minimumShouldMatch(spec, optional);
  }
  return result;
}

function integer(text: string): number {
  const digits = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text;
  if (digits === '' || [...digits].some((c) => c < '0' || c > '9')) throw numberFormat(text);
  const value = Number(text);
  if (Math.abs(value) > 2147483647) throw illegalArgument(`For input string: "${text}"`);
  return value;
}
