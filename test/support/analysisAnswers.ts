import { createAnalysisRegistry } from '../../src/analysis/index.ts';
import { type JsonObject, type JsonValue, OpenSearchError } from '../../src/common/index.ts';
import { compileTokenPredicate } from '../../src/script/index.ts';
import { ARROW, inOneLine } from './tableText.ts';

/**
 * Tables of analysis. A line at the margin is a request of `_analyze`, with the `analysis` of its index if it needs
 * one (`→ made` or the refusal, where it asks for nothing more); the lines below it are `text → tokens`:
 *
 *     {"tokenizer":"standard","filter":["lowercase"]}
 *       One 2 → one(0-3):<ALPHANUM> 2(4-5):<NUM>
 *
 * A token stands as `term(start-end)`, then `@position` where it is not the next one, `x2` where it is two positions
 * long, and `:type` where that differs from the token before it (from `word` at first). `terms {…}` leaves offsets and
 * types out. Text in quotes or brackets is JSON. `∅` is no token, `! type: words` an error.
 */

interface TokenJson {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
  readonly positionLength?: number;
  readonly [more: string]: JsonValue | undefined;
}

interface Group {
  readonly termsOnly: boolean;
  readonly request: JsonObject;
  /** The settings of the index: its analysis, and limits. */
  readonly settings: JsonObject;
}

const INDEX = 'table';
const PLAIN = new Set(
  'token start_offset end_offset position type positionLength bytes termFrequency'.split(' '),
);

function errorText(error: unknown): string {
  if (!(error instanceof OpenSearchError)) throw error;
  const { causedBy } = error;
  const cause = causedBy && causedBy.reason !== error.reason ? ` < ${causedBy.type}: ${causedBy.reason}` : '';
  return inOneLine(`! ${error.type}: ${error.reason}${cause}`);
}

function termText(term: string): string {
  const line = inOneLine(term);
  if (line.startsWith('"') || !/[ (@]/.test(line)) return line;
  return `"${line.replaceAll('"', '\\"')}"`;
}

function tokenText(token: TokenJson, type: string): string {
  const length = token.positionLength ?? 1;
  const more = Object.entries(token).filter(([key]) => !PLAIN.has(key));
  return [
    length === 1 ? '' : `x${length}`,
    token.type === type ? '' : `:${token.type}`,
    more.length === 0 ? '' : `{${more.map(([key, value]) => `${key}=${String(value)}`).join(',')}}`,
  ].join('');
}

function tokensText(tokens: readonly TokenJson[], termsOnly: boolean): string {
  let next = 0;
  let type = 'word';
  const texts = tokens.map((token) => {
    const offsets = termsOnly ? '' : `(${token.start_offset}-${token.end_offset})`;
    const place = token.position === next ? '' : `@${token.position}`;
    const tail = termsOnly ? '' : tokenText(token, type);
    next = token.position + 1;
    type = token.type;
    return `${termText(token.token)}${offsets}${place}${tail}`;
  });
  return texts.length === 0 ? '∅' : texts.join(' ');
}

/** The tokens of the last step. */
function tokensOf(answer: JsonObject): readonly TokenJson[] {
  const detail = answer.detail as Record<string, unknown> | undefined;
  if (detail === undefined) return answer.tokens as unknown as TokenJson[];
  const steps = (detail.tokenfilters ?? [detail.tokenizer]) as { tokens: TokenJson[] }[];
  const last = (detail.analyzer as { tokens: TokenJson[] } | undefined) ?? steps[steps.length - 1];
  return last.tokens;
}

function groupOf(line: string): Group {
  const termsOnly = line.startsWith('terms ');
  const given = JSON.parse(termsOnly ? line.slice('terms '.length) : line) as JsonObject;
  const { analysis, index, ...request } = given;
  return { termsOnly, request, settings: { index: { ...(index as JsonObject), analysis: analysis ?? {} } } };
}

function textOf(written: string): JsonValue {
  return /^(?:".*"|\[.*\])$/.test(written) ? (JSON.parse(written) as JsonValue) : written;
}

/** The registry of a group, or the refusal of its settings. */
function registryOf(group: Group): ReturnType<typeof createAnalysisRegistry> | string {
  try {
    return createAnalysisRegistry(group.settings, compileTokenPredicate);
  } catch (error) {
    return errorText(error);
  }
}

function answerOf(
  registry: ReturnType<typeof createAnalysisRegistry> | string,
  group: Group,
  text: string,
): string {
  if (typeof registry === 'string') return registry;
  try {
    const context = { index: INDEX, fieldAnalyzer: () => null, maxTokenCount: 10_000 };
    const answer = registry.analyze({ ...group.request, text: textOf(text) }, context);
    return tokensText(tokensOf(answer), group.termsOnly);
  } catch (error) {
    return errorText(error);
  }
}

/** Where the answer begins: a request may hold arrows of its own. */
function questionOf(line: string): string {
  if (line.startsWith(' ')) return line.slice(2).split(ARROW)[0];
  return line.split(`${ARROW}! `)[0].split(`${ARROW}made`)[0];
}

/** The lines of a table with the answers of Rockpool. */
export function analysisAnswers(lines: readonly string[]): string[] {
  let group: Group | null = null;
  let registry: ReturnType<typeof createAnalysisRegistry> | string = '';
  return lines.map((line) => {
    if (line.trim() === '' || line.startsWith('#')) return line;
    const question = questionOf(line);
    if (line.startsWith(' ') && group !== null) {
      return `  ${question}${ARROW}${answerOf(registry, group, question)}`;
    }
    group = groupOf(question);
    registry = registryOf(group);
    if (typeof registry === 'string') return `${question}${ARROW}${registry}`;
    return Object.keys(group.request).length === 0 ? `${question}${ARROW}made` : question;
  });
}
