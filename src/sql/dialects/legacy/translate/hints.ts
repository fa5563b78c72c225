import { isJsonObject, type JsonObject, parseJson } from '../../../../common/index.ts';
import { refuse } from './refuse.ts';

/** A hint `/*! NAME(arguments) *​/` of a statement. */
export interface Hint {
  readonly name: string;
  readonly args: string;
}

export function parseHints(texts: readonly string[]): readonly Hint[] {
  return texts.map((text) => {
    const open = text.indexOf('(');
    if (open < 0) return { name: text.trim().toUpperCase(), args: '' };
    const close = text.lastIndexOf(')');
    return {
      name: text.slice(0, open).trim().toUpperCase(),
      args: text.slice(open + 1, close < 0 ? undefined : close).trim(),
    };
  });
}

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
