import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { completionField, decodeCompletion } from '../../mapper/index.ts';
import { booleanAt, intAt, readMembers, textMember } from '../../query/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { bindContexts, type EntryContexts } from './completionContextQuery.ts';
import {
  bindCompletion,
  type CompletionMatcher,
  type CompletionQuery,
  DEFAULT_REGEX,
  type FuzzyOptions,
  type RegexOptions,
  readFuzzy,
  readRegexOptions,
} from './completionQuery.ts';
import { DEFAULT_SUGGESTIONS, readSize } from './spelling.ts';
import type { SuggestContext, Suggester, SuggestionTexts } from './suggester.ts';
import { fieldOf, requiredText, requireMapped, shardSizeOf } from './suggestOptions.ts';

interface CompletionSpec {
  readonly field: string;
  readonly size: number;
  readonly shardSize: number | null;
  readonly skipDuplicates: boolean;
  readonly query: CompletionQuery;
  readonly contexts: JsonObject | null;
}

/** Inputs of documents that begin with the typed text. */
export const completionSuggester: Suggester = {
  kind: 'completion',
  parse(options, texts) {
    const spec = readCompletion(options, texts);
    return {
      kind: 'completion',
      entries: (context) => {
        requiredText(texts.prefix ?? texts.regex ?? texts.text);
        if (texts.regex !== null && texts.prefix === null && options.fuzzy !== undefined)
          throw illegalArgument("can not use 'fuzzy' options with 'regex'");
        const { text } = spec.query;
        const shown = best(spec, context.shards).map((option) => render(option, context));
        return [{ text, offset: 0, length: text.length, options: shown }];
      },
    };
  },
};

const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];
const OBJECT = ['START_OBJECT'];

function readCompletion(options: JsonObject, texts: SuggestionTexts): CompletionSpec {
  const found = {
    size: DEFAULT_SUGGESTIONS,
    shardSize: null as number | null,
    skipDuplicates: false,
    contexts: null as JsonObject | null,
    analyzer: null as string | null,
    fuzzy: null as FuzzyOptions | null,
    regex: DEFAULT_REGEX,
  };
  readMembers('completion', options, {
    field: textMember(() => {}),
    analyzer: textMember((json, key) => void (found.analyzer = String(json[key]))),
    size: { tokens: WHOLE, read: (json, key) => void (found.size = readSize(json, key)) },
    shard_size: { tokens: WHOLE, read: (json, key) => void (found.shardSize = intAt(json, key)) },
    skip_duplicates: {
      tokens: FLAG,
      read: (json, key) => void (found.skipDuplicates = booleanAt(json, key)),
    },
    fuzzy: {
      tokens: [...OBJECT, 'VALUE_BOOLEAN'],
      read: (json, key) => void (found.fuzzy = json[key] === false ? null : readFuzzy(json[key])),
    },
    regex: { tokens: OBJECT, read: (json, key) => void (found.regex = readRegexOptions(json[key])) },
    contexts: { tokens: OBJECT, read: (json, key) => void (found.contexts = json[key] as JsonObject) },
  });
  const { size, shardSize, skipDuplicates, contexts } = found;
  return { field: fieldOf(options), size, shardSize, skipDuplicates, contexts, query: queryOf(found, texts) };
}

function queryOf(
  found: {
    readonly analyzer: string | null;
    readonly fuzzy: FuzzyOptions | null;
    readonly regex: RegexOptions;
  },
  texts: SuggestionTexts,
): CompletionQuery {
  const text = texts.prefix ?? texts.regex ?? texts.text ?? '';
  const { analyzer, fuzzy, regex } = found;
  if (texts.regex !== null && texts.prefix === null) return { kind: 'regex', text, ...regex };
  return fuzzy === null ? { kind: 'prefix', text, analyzer } : { kind: 'fuzzy', text, analyzer, ...fuzzy };
}

interface Option {
  readonly shard: ShardSearch;
  readonly hit: ShardHit;
  readonly text: string;
  readonly contexts: EntryContexts;
}

function best(spec: CompletionSpec, shards: readonly ShardSearch[]): Option[] {
  requireMapped(shards, spec.field);
  const options = shards.flatMap((shard) => optionsOf(spec, shard));
  options.sort(
    (a, b) =>
      b.hit.score - a.hit.score || (a.text < b.text ? -1 : a.text > b.text ? 1 : placeOf(a) - placeOf(b)),
  );
  const limit = shardSizeOf(spec.shardSize, spec.size);
  if (shards.length === 1) options.splice(limit);
  if (!spec.skipDuplicates) return options.slice(0, spec.size);
  const seen = new Set<string>();
  return options.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, spec.size);
}

function placeOf({ hit }: Option): number {
  return hit.leaf.docBase + hit.doc;
}

/** The best entry of each document of a shard, with the contexts of all matching ones. */
function optionsOf(spec: CompletionSpec, shard: ShardSearch): Option[] {
  const { context, leaves } = shard;
  const field = context.mapper.field(spec.field);
  if (field?.typeName !== 'completion') {
    throw illegalArgument(`Field [${spec.field}] is not a completion suggest field`);
  }
  const matcher = bindCompletion(spec.query, field, context.analysis);
  const contexts = bindContexts(spec.contexts, field);
  return leaves.flatMap((leaf) => {
    const options = new Map<number, Option>();
    for (const { doc, text, score, matched } of firstEntries(spec, leaf, shard, matcher, contexts)) {
      const before = options.get(doc);
      const merged = mergeContexts(before?.contexts ?? {}, matched);
      const hit = before?.hit ?? { leaf, doc, score, sort: [] };
      options.set(doc, { shard, hit, text: before?.text ?? text, contexts: merged });
    }
    return [...options.values()];
  });
}

interface Entry {
  readonly key: string;
  readonly doc: number;
  readonly text: string;
  readonly score: number;
  readonly matched: EntryContexts;
}

/**
 * The best entries of a segment, limited in number even if several are of the same document. The limit holds
 * for each beginning at which a context and a key match.
 */
function firstEntries(
  spec: CompletionSpec,
  leaf: ShardHit['leaf'],
  { context }: ShardSearch,
  matcher: CompletionMatcher,
  contexts: ReturnType<typeof bindContexts>,
): Entry[] {
  const entries: Entry[] = [];
  const paths = new Set<string>();
  for (const { key, surface, weight, boost, contexts: given, docs } of entriesOf(leaf, spec.field, matcher)) {
    context.checkCancelled();
    const filtered = contexts(given);
    if (filtered === null) continue;
    const score = scoreOf(weight, filtered.boost + boost);
    for (const context of contextsOf(filtered.matched)) paths.add(`${context}\n${matcher.path(key)}`);
    for (const doc of docs) {
      if (leaf.reader.liveDocs !== null && !leaf.reader.liveDocs.has(doc)) continue;
      entries.push({ key, doc, text: surface, score, matched: filtered.matched });
    }
  }
  entries.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.doc - b.doc));
  return cut(entries, shardSizeOf(spec.shardSize, spec.size) * paths.size, spec.skipDuplicates);
}

/** The matching context values, each of which finds an entry once. */
function contextsOf(matched: EntryContexts): readonly string[] {
  const values = Object.entries(matched).flatMap(([name, given]) => given.map((value) => `${name}:${value}`));
  return values.length === 0 ? [''] : values;
}

function cut(entries: readonly Entry[], limit: number, skipDuplicates: boolean): Entry[] {
  const seen = new Set<string>();
  const kept: Entry[] = [];
  let left = limit;
  for (const entry of entries) {
    if (left <= 0) break;
    if (skipDuplicates && seen.has(entry.text)) continue;
    seen.add(entry.text);
    kept.push(entry);
    left -= contextsOf(entry.matched).length;
  }
  return kept;
}

function scoreOf(weight: number, boost: number): number {
  if (boost === 0) return Math.fround(weight);
  return Math.fround(weight === 0 ? boost : weight * boost);
}

function* entriesOf(leaf: ShardHit['leaf'], field: string, matcher: CompletionMatcher) {
  const terms = leaf.reader.terms(completionField(field));
  if (terms === null) return;
  for (let ord = terms.ceiling(matcher.from); ord < terms.size; ord++) {
    const term = terms.term(ord);
    if (!term.startsWith(matcher.from)) return;
    const entry = decodeCompletion(term);
    const boost = matcher.boost(entry.key);
    if (boost !== null) yield { ...entry, boost, docs: terms.docs(ord) };
  }
}

function mergeContexts(a: EntryContexts, b: EntryContexts): EntryContexts {
  const merged: Record<string, readonly string[]> = { ...a };
  for (const [name, values] of Object.entries(b))
    merged[name] = [...new Set([...(a[name] ?? []), ...values])];
  return merged;
}

function render({ shard, hit, text, contexts }: Option, context: SuggestContext): JsonObject {
  const shown = Object.keys(contexts).length === 0 ? {} : { contexts };
  return { text, ...context.fetch(shard, hit), ...shown } as unknown as JsonObject;
}
