import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../../common/index.ts';
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
  POST_FILTER: (args) => {
    jsonArgument('POST_FILTER', args);
    return { post_filter: { wrapper: { query: Buffer.from(args).toString('base64') } } };
  },
  DOCS_WITH_AGGREGATION: (args) => {
    const numbers = args.split(',').map(Number);
    const page: JsonObject =
      numbers.length > 1 ? { from: numbers[0], size: numbers[1] } : { size: numbers[0] };
    return page;
  },
  HIGHLIGHT: (args) => ({ highlight: { fields: highlighted(args) } }),
};

/** Groups that each shard brings of a first key with a small LIMIT. */
export function shardSizeOf(texts: readonly string[]): number {
  const hint = parseHints(texts).find(({ name }) => name === 'SHARD_SIZE');
  const size = Number(hint?.args.split(',')[0] || Number.NaN);
  return Number.isInteger(size) ? size : DEFAULT_SHARD_SIZE;
}

const DEFAULT_SHARD_SIZE = 2000;

/** Pages of documents beside groups are no concern of hits. */
export function hintMembers(texts: readonly string[], kind: 'hits' | 'buckets'): JsonObject {
  const members: JsonObject = {};
  for (const { name, args } of parseHints(texts)) {
    const isForeign = name === 'DOCS_WITH_AGGREGATION' && kind === 'hits';
    if (Object.hasOwn(MEMBERS, name) && !isForeign) Object.assign(members, MEMBERS[name](args));
  }
  return members;
}

/** `title, pre_tags : ['<b>'], fragment_size : 20`: the field, and its options as YAML has them. */
function highlighted(args: string): JsonObject {
  const [field] = args.split(',');
  const options: JsonObject = {};
  for (const [, name, list, scalar] of args.slice(field.length).matchAll(OPTION)) {
    options[name] = list === undefined ? yamlScalar(scalar) : list.split(',').map(yamlScalar);
  }
  return { [field.trim()]: options };
}

const OPTION = /,\s*(\w+)\s*:\s*(?:\[([^\]]*)\]|([^,]+))/g;

function yamlScalar(text: string): JsonValue {
  const plain = text.trim();
  const quoted = /^(['"])(.*)\1$/s.exec(plain);
  if (quoted) return quoted[2];
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain;
}

function jsonArgument(name: string, args: string): JsonObject {
  const value = parseJson(args);
  if (!isJsonObject(value)) throw refuse(`could not parse hint ${name}`);
  return value;
}
