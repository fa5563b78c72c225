import {
  type ExactJsonObject,
  type FlatSettings,
  illegalArgument,
  type JsonValue,
  jsonFloat,
  OpenSearchError,
  readJson,
} from '../../common/index.ts';
import { docArray, parseQuery } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { type Correction, findCorrections, type PhraseWord, type WordChoices } from './corrections.ts';
import { type Generator, type PhraseSpec, readPhraseSpec } from './phraseSpec.ts';
import {
  DEFAULT_SUGGESTIONS,
  GENERATOR_DEFAULTS,
  type SpellingOptions,
  similarWords,
  spellingOf,
  wordFrequency,
} from './spelling.ts';
import type { Suggester } from './suggester.ts';
import { analyzeText, requiredText, requireMapped, shardSizeOf } from './suggestOptions.ts';
import { termCount } from './wordScorer.ts';

/**
 * More likely forms of a whole text: similar words of the index, weighted by how often they follow each
 * other.
 */
export const phraseSuggester: Suggester = {
  kind: 'phrase',
  parse(options, texts) {
    const spec = readPhraseSpec(options);
    return {
      kind: 'phrase',
      entries: ({ shards }) => {
        const text = requiredText(texts.text);
        requireMapped(shards, spec.field);
        return [{ text, offset: 0, length: text.length, options: merged(spec, text, shards) }];
      },
    };
  },
};

/** A correction on a shard, and whether its collate query found documents. */
interface Found extends Correction {
  readonly collated: boolean;
}

/** Corrections are joined with spaces, whatever separates the words of a shingle. */
const JOINED_BY = ' ';

/** The corrections of all shards, with the best score of each phrase. */
function merged(spec: PhraseSpec, text: string, shards: readonly ShardSearch[]): ExactJsonObject[] {
  const found = shards.map((shard) => correctionsOf(spec, text, shard, shards));
  const cutoff = Math.max(...found.map((shard) => shard.cutoff));
  const best = new Map<string, Found>();
  for (const correction of found.flatMap((shard) => shard.corrections)) {
    const phrase = correction.words.map((word) => word.text).join(JOINED_BY);
    const before = best.get(phrase);
    const collated = correction.collated || before?.collated === true;
    const better = before === undefined || before.score < correction.score ? correction : before;
    best.set(phrase, { ...better, collated });
  }
  return [...best]
    .filter(([, { score }]) => Math.fround(score) > cutoff)
    .sort(([a, x], [b, y]) => Math.fround(y.score) - Math.fround(x.score) || (a < b ? -1 : 1))
    .slice(0, spec.size)
    .map(([phrase, { words, score, collated }]) => ({
      text: phrase,
      ...(spec.tags === null ? {} : { highlighted: highlighted(words, spec.tags) }),
      score: jsonFloat(score),
      ...(spec.collate?.prune === true ? { collate_match: collated } : {}),
    }));
}

const NO_CORRECTIONS = { corrections: [], cutoff: Number.MIN_VALUE };

function correctionsOf(
  spec: PhraseSpec,
  text: string,
  shard: ShardSearch,
  shards: readonly ShardSearch[],
): { readonly corrections: readonly Found[]; readonly cutoff: number } {
  const { leaves } = shard;
  const limit = shardSizeOf(spec.shardSize, spec.size);
  const tokens = analyzeText(shards, spec.field, spec.analyzer, text);
  const { gramSize, generators } = gramsOf(spec, shard);
  const bound = generators.map((one): BoundGenerator => ({ ...one, spelling: spellingOf(one.spelling) }));
  const usable = bound.filter(({ field }) => leaves.some(({ reader }) => reader.terms(field) !== null));
  if (usable.length === 0 || !leaves.some(({ reader }) => reader.terms(spec.field) !== null))
    return NO_CORRECTIONS;
  const words = tokens.filter(({ type }) => !spec.forceUnigrams || type !== 'shingle');
  if (words.length === 0 || words.length >= spec.tokenLimit) return NO_CORRECTIONS;
  const choices = words.map(({ term }) => choicesOf(term, shard, usable, { ...spec, limit }));
  const scorer = spec.smoothing(leaves, spec.field, spec.separator);
  const { corrections, cutoff } = findCorrections(choices, { ...spec, gramSize, scorer, limit });
  return { corrections: collate(spec, shard, corrections), cutoff };
}

/** By default, the gram size follows from the field's shingles. */
function gramsOf(
  spec: PhraseSpec,
  { context }: ShardSearch,
): { gramSize: number; generators: readonly Generator[] } {
  const generators =
    spec.generators.length > 0
      ? spec.generators
      : [
          {
            field: spec.field,
            size: DEFAULT_SUGGESTIONS,
            spelling: GENERATOR_DEFAULTS,
            preFilter: null,
            postFilter: null,
          },
        ];
  const name = spec.analyzer ?? context.mapper.field(spec.field)?.searchAnalyzer ?? 'keyword';
  return { gramSize: spec.gramSize ?? shingleSize(context.settings, name) ?? 1, generators };
}

/** The size of the longest shingles of an analyzer in the index; `null` if it produces none. */
function shingleSize(settings: FlatSettings, analyzer: string): number | null {
  const listed = settings.get(`index.analysis.analyzer.${analyzer}.filter`) ?? '';
  for (const filter of JSON.stringify(listed).match(/\w+/g) ?? []) {
    const at = `index.analysis.filter.${filter}`;
    if (filter !== 'shingle' && settings.get(`${at}.type`) !== 'shingle') continue;
    return Number(settings.get(`${at}.max_shingle_size`) ?? 2);
  }
  return null;
}

/** A generator with valid options. */
type BoundGenerator = Omit<Generator, 'spelling'> & { readonly spelling: SpellingOptions };

/** A candidate word with its quality. */
interface Choice extends PhraseWord {
  readonly weight: number;
}

function choicesOf(
  term: string,
  shard: ShardSearch,
  generators: readonly BoundGenerator[],
  { limit, realWordLikelihood }: { readonly limit: number; readonly realWordLikelihood: number },
): WordChoices {
  const { leaves } = shard;
  const others = new Map<string, Choice>();
  for (const generator of generators) {
    // If several generators find a word, the last one wins; within one generator, the first occurrence.
    const own = new Map<string, Choice>();
    for (const choice of candidatesOf(term, shard, generator, realWordLikelihood))
      if (!own.has(choice.text)) own.set(choice.text, choice);
    for (const [text, choice] of own) others.set(text, choice);
  }
  const list = [...others.values()];
  const kept = list.length > limit ? list.sort((a, b) => b.weight - a.weight).slice(0, limit) : list;
  const [{ field }] = generators;
  return { original: { text: term, similarity: 1, count: termCount(leaves, field, term) }, others: kept };
}

function candidatesOf(
  term: string,
  shard: ShardSearch,
  generator: BoundGenerator,
  realWordLikelihood: number,
): Choice[] {
  const { leaves } = shard;
  const { field, spelling, size, preFilter, postFilter } = generator;
  const typed = filtered(shard, preFilter, term).at(-1) ?? term;
  const frequency = wordFrequency(term, field, leaves);
  const known = spelling.suggestMode !== 'always' && frequency > 0;
  const minFreq = known ? likelyFrequency(frequency) : undefined;
  const vocabulary = leaves.reduce(
    (sum, { reader }) => sum + (reader.terms(field)?.sumTotalTermFreq ?? 0),
    0,
  );
  const found = similarWords(typed, field, leaves, { ...spelling, count: size, minFreq });
  return found.flatMap(({ text, score }) =>
    filtered(shard, postFilter, text).map((word) => {
      const count = termCount(leaves, field, text);
      const weight = score * ((count + 1) / (vocabulary + 1));
      return { text: word, similarity: word === text ? score : realWordLikelihood, count, weight };
    }),
  );
}

const FREQUENCY_BASE = 5;

/** A word that occurs itself is only replaced by much more frequent ones. */
function likelyFrequency(frequency: number): number {
  if (frequency === 0) return 0;
  return Math.max(0, Math.round(frequency * (Math.log10(frequency) / Math.log10(FREQUENCY_BASE)) + 1));
}

/** Applies an analyzer to a word; without one, returns the word. */
function filtered({ context }: ShardSearch, analyzer: string | null, word: string): readonly string[] {
  if (analyzer === null) return [word];
  if (!context.analysis.hasAnalyzer(analyzer)) throw illegalArgument(`Analyzer [${analyzer}] doesn't exists`);
  return context.analysis
    .analyzer(analyzer)
    .tokenize(word)
    .map(({ term }) => term);
}

/** The corrections for which the collate query finds documents; pruning keeps the others too. */
function collate(
  { collate: options }: PhraseSpec,
  { context, leaves }: ShardSearch,
  corrections: readonly Correction[],
): Found[] {
  if (options === null) return corrections.map((correction) => ({ ...correction, collated: true }));
  const template = options.template();
  const tested = corrections.map((correction): Found => {
    const suggestion = correction.words.map(({ text }) => text).join(JOINED_BY);
    const scope: JsonValue = { ...options.params, suggestion };
    const query = parseQuery(readQueryText(template.render(scope))).bindDirectly(context);
    const collated = leaves.some((leaf) => {
      const { liveDocs } = leaf.reader;
      return docArray(query.match(leaf)).some((doc) => liveDocs === null || liveDocs.has(doc));
    });
    return { ...correction, collated };
  });
  return options.prune ? tested : tested.filter(({ collated }) => collated);
}

/** The original finds out from the beginning of the text which format it has. */
function readQueryText(text: string): JsonValue {
  if (/^\s*\{/.test(text)) return readJson(text);
  throw new OpenSearchError('x_content_parse_exception', 'Failed to derive xcontent');
}

/** Adjacent changed words share a pair of tags. */
function highlighted(words: readonly PhraseWord[], [pre, post]: readonly [string, string]): string {
  const parts = words.map((word, i) => {
    const changed = word.similarity !== 1;
    const opens = changed && (i === 0 || words[i - 1].similarity === 1);
    const closes = changed && (i === words.length - 1 || words[i + 1].similarity === 1);
    return `${opens ? pre : ''}${word.text}${closes ? post : ''}`;
  });
  return parts.join(JOINED_BY);
}
