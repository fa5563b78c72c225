import {
  type ExactJsonObject,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonFloat,
  notEmulated,
} from '../../common/index.ts';
import { readInt, readNumber, readText } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { type Correction, findCorrections, type PhraseWord, type WordChoices } from './corrections.ts';
import { readSpelling, SPELLING_MEMBERS, type SpellingOptions, similarWords } from './spelling.ts';
import type { Suggester } from './suggester.ts';
import { analyzeText, checkMembers, requiredField, requiredText, requireMapped } from './suggestOptions.ts';
import { readSmoothing, type Smoothing } from './wordScorer.ts';

const MEMBERS = new Set([
  'field',
  'size',
  'shard_size',
  'analyzer',
  'gram_size',
  'real_word_error_likelihood',
  'confidence',
  'separator',
  'max_errors',
  'force_unigrams',
  'token_limit',
  'smoothing',
  'highlight',
  'direct_generator',
  'collate',
]);

const GENERATOR_MEMBERS: ReadonlySet<string> = new Set([...SPELLING_MEMBERS, 'pre_filter', 'post_filter']);

interface Generator {
  readonly field: string;
  readonly spelling: SpellingOptions;
}

interface PhraseSpec {
  readonly text: string;
  readonly field: string;
  readonly analyzer: string | null;
  readonly size: number;
  readonly gramSize: number;
  readonly realWordLikelihood: number;
  readonly confidence: number;
  readonly maxErrors: number;
  readonly separator: string;
  readonly tokenLimit: number;
  readonly smoothing: Smoothing;
  readonly tags: readonly [string, string] | null;
  readonly generators: readonly Generator[];
}

/** Likelier forms of a whole text: words of the index near those typed, weighed by how often they follow each other. */
export const phraseSuggester: Suggester = {
  kind: 'phrase',
  parse(options, texts) {
    checkMembers('phrase', options, MEMBERS);
    if (options.collate !== undefined) throw notEmulated('[collate] of a phrase suggestion');
    const spec = readSpec(options, requiredText(texts.text));
    return {
      kind: 'phrase',
      entries: ({ shards }) => {
        requireMapped(shards, spec.field);
        return [{ text: spec.text, offset: 0, length: spec.text.length, options: merged(spec, shards) }];
      },
    };
  },
};

function readSpec(options: JsonObject, text: string): PhraseSpec {
  const field = requiredField(options);
  const number = (name: string, absent: number): number =>
    options[name] === undefined ? absent : readNumber(options[name]);
  const gramSize = options.gram_size === undefined ? 1 : readInt(options.gram_size);
  if (gramSize < 1) throw illegalArgument('gramSize must be >= 1');
  const size = options.size === undefined ? 5 : readInt(options.size);
  if (size <= 0) throw illegalArgument('size must be positive');
  const maxErrors = number('max_errors', 1);
  if (maxErrors <= 0) throw illegalArgument('max_error must be > 0.0');
  const realWordLikelihood = number('real_word_error_likelihood', 0.95);
  if (realWordLikelihood <= 0) throw illegalArgument('real_word_error_likelihood must be > 0.0');
  const confidence = number('confidence', 1);
  if (confidence < 0) throw illegalArgument('confidence must be >= 0.0');
  return {
    text,
    field,
    size,
    gramSize,
    realWordLikelihood,
    confidence,
    maxErrors,
    analyzer: options.analyzer === undefined ? null : readText(options.analyzer),
    separator: options.separator === undefined ? ' ' : readText(options.separator),
    tokenLimit: options.token_limit === undefined ? 10 : readInt(options.token_limit),
    smoothing: readSmoothing(options.smoothing),
    tags: options.highlight === undefined ? null : readTags(options.highlight),
    generators: readGenerators(options.direct_generator, field),
  };
}

function readTags(json: JsonValue): readonly [string, string] {
  if (!isJsonObject(json)) throw illegalArgument('[highlight] must be an object');
  const { pre_tag: pre, post_tag: post } = json;
  if (pre === undefined || post === undefined) {
    throw illegalArgument('Pre and post tag must both be null or both not be null.');
  }
  return [readText(pre), readText(post)];
}

function readGenerators(json: JsonValue | undefined, field: string): Generator[] {
  if (json === undefined) return [{ field, spelling: readSpelling({}) }];
  return (Array.isArray(json) ? json : [json]).map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[direct_generator] must be a list of objects');
    for (const key of Object.keys(item)) {
      if (!GENERATOR_MEMBERS.has(key)) throw illegalArgument(`[direct_generator] unknown field [${key}]`);
    }
    if (item.pre_filter !== undefined || item.post_filter !== undefined) {
      throw notEmulated('[pre_filter] and [post_filter] of a direct_generator');
    }
    return { field: requiredField(item), spelling: readSpelling(item) };
  });
}

/** The corrections of all shards: the best score of each phrase counts. */
function merged(spec: PhraseSpec, shards: readonly ShardSearch[]): ExactJsonObject[] {
  const found = shards.map((shard) => correctionsOf(spec, shard, shards));
  const cutoff = Math.max(...found.map((shard) => shard.cutoff));
  const best = new Map<string, Correction>();
  for (const correction of found.flatMap((shard) => shard.corrections)) {
    const text = correction.words.map((word) => word.text).join(spec.separator);
    const before = best.get(text);
    if (before === undefined || before.score < correction.score) best.set(text, correction);
  }
  return [...best]
    .filter(([, { score }]) => score > cutoff)
    .sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1))
    .slice(0, spec.size)
    .map(([text, { words, score }]) => ({
      text,
      ...(spec.tags === null ? {} : { highlighted: highlighted(words, spec.separator, spec.tags) }),
      score: jsonFloat(score),
    }));
}

function correctionsOf(spec: PhraseSpec, shard: ShardSearch, shards: readonly ShardSearch[]) {
  const { leaves } = shard;
  const tokens = analyzeText(shards, spec.field, spec.analyzer, spec.text);
  if (tokens.length === 0 || tokens.length > spec.tokenLimit) return { corrections: [], cutoff: 0 };
  const choices = tokens.map(({ term }): WordChoices => {
    const others = new Map<string, PhraseWord>();
    for (const { field, spelling } of spec.generators) {
      for (const { text, score } of similarWords(term, field, leaves, spelling)) {
        if (!others.has(text)) others.set(text, { text, similarity: score });
      }
    }
    return { original: { text: term, similarity: 1 }, others: [...others.values()] };
  });
  const scorer = spec.smoothing(leaves, spec.field, spec.separator);
  return findCorrections(choices, { ...spec, scorer, limit: spec.size });
}

/** Neighbouring words that were changed share a pair of tags. */
function highlighted(
  words: readonly PhraseWord[],
  separator: string,
  [pre, post]: readonly [string, string],
): string {
  const parts: string[] = [];
  words.forEach((word, i) => {
    const changed = word.similarity !== 1;
    const opens = changed && words[i - 1]?.similarity !== undefined ? words[i - 1].similarity === 1 : changed;
    const closes = changed && (i === words.length - 1 || words[i + 1].similarity === 1);
    parts.push(`${opens ? pre : ''}${word.text}${closes ? post : ''}`);
  });
  return parts.join(separator);
}
