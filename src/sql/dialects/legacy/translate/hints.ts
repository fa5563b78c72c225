import { isJsonObject, type JsonObject, parseJson } from '../../../../common/index.ts';
import { refuse } from './refuse.ts';

/** A hint `/*! NAME(arguments) *​/` of a statement. */
export interface Hint {
  readonly name: string;
  /** Without the brackets. */
  readonly args: string;
}

/** A hint is known by one blank and its name in capitals; others are comments. */
export function parseHints(texts: readonly string[]): readonly Hint[] {
  return texts.flatMap((text) => {
    const [, name, rest] = HINT.exec(text) ?? [];
    if (name === undefined || (WITHOUT_MORE.has(name) && rest !== '')) return [];
    const open = rest.indexOf('(');
    const close = rest.lastIndexOf(')');
    return [{ name, args: open < 0 ? '' : rest.slice(open + 1, close < 0 ? undefined : close).trim() }];
  });
}

const HINT = /^ ([A-Z_]+)([\s\S]*)$/;

/** Hints that the original compares whole: a blank behind them is one too many. */
const WITHOUT_MORE: ReadonlySet<string> = new Set(['HASH_WITH_TERMS_FILTER']);

/** Hints that add members to the search body; others are comments. */
const MEMBERS: Readonly<Record<string, (args: string) => JsonObject>> = {
  COLLAPSE: (args) => ({ collapse: jsonArgument('COLLAPSE', args) }),
  POST_FILTER: (args) => ({ post_filter: jsonArgument('POST_FILTER', args) }),
  DOCS_WITH_AGGREGATION: (args) => {
    const numbers = args.split(',').map(Number);
    const page: JsonObject =
      numbers.length > 1 ? { from: numbers[0], size: numbers[1] } : { size: numbers[0] };
    return page;
  },
  HIGHLIGHT: (args) => ({ highlight: { fields: { [args.split(',')[0].trim()]: {} } } }),
};

export function hintMembers(texts: readonly string[]): JsonObject {
  const members: JsonObject = {};
  for (const { name, args } of parseHints(texts)) {
    if (Object.hasOwn(MEMBERS, name)) Object.assign(members, MEMBERS[name](args));
  }
  return members;
}

function jsonArgument(name: string, args: string): JsonObject {
  const value = parseJson(args);
  if (!isJsonObject(value)) throw refuse(`could not parse hint ${name}`);
  return value;
}
