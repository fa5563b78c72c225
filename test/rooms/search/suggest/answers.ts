import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, OpenSearchError } from '../../../../src/common/index.ts';
import { ARROW, inOneLine } from '../../../support/tableText.ts';
import { openService, type TestService } from '../service.ts';

/**
 * What the suggesters answer over the documents of `index.json`: `text(offset+length): options`, options with their
 * score, `×` documents, `[highlighted]`, `#id` of the document; `! type: words` is the root cause of an error.
 */

interface SuggestedOption {
  readonly text: string;
  readonly score?: number;
  readonly _score?: number;
  readonly freq?: number;
  readonly highlighted?: string;
  readonly collate_match?: boolean;
  readonly _id?: string;
  readonly contexts?: JsonObject;
}

interface SuggestedEntry {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestedOption[];
}

interface IndexFile {
  readonly analysis: Record<string, Record<string, JsonObject>>;
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
}

export function openSuggestIndex(): Promise<TestService> {
  const file = JSON.parse(readFileSync(join(import.meta.dirname, 'index.json'), 'utf8')) as IndexFile;
  const settings = new Map<string, string>();
  for (const [kind, components] of Object.entries(file.analysis)) {
    for (const [name, values] of Object.entries(components)) {
      for (const [key, value] of Object.entries(values)) {
        const text = Array.isArray(value) ? JSON.stringify(value) : String(value);
        settings.set(`index.analysis.${kind}.${name}.${key}`, text);
      }
    }
  }
  return openService({
    name: 'suggest',
    mapping: file.mapping,
    settings,
    shards: [{ documents: file.documents }],
  });
}

function optionText(option: SuggestedOption): string {
  const score = option.score ?? option._score;
  return [
    option.text === '' ? '""' : option.text,
    score === undefined ? '' : ` ${Number(score).toFixed(4)}`,
    option.freq === undefined ? '' : ` ×${option.freq}`,
    option.highlighted === undefined ? '' : ` [${option.highlighted}]`,
    option.collate_match === undefined ? '' : ` collate=${option.collate_match}`,
    option._id === undefined ? '' : ` #${option._id}`,
    option.contexts === undefined ? '' : ` ${JSON.stringify(option.contexts)}`,
  ].join('');
}

function entryText({ text, offset, length, options }: SuggestedEntry): string {
  return `${text}(${offset}+${length}): ${options.map(optionText).join(' | ') || '∅'}`;
}

/** The error of the shards, or of the request; without its place, which only a body as sent has. */
function errorText(error: OpenSearchError): string {
  const shards = error.type === 'search_phase_execution_exception' ? error.causedBy : null;
  const { type, reason } = (shards ?? error).rootCause;
  return inOneLine(`! ${type}: ${reason.replace(/^\[\d+:\d+\] /, '')}`);
}

/** The line of a table for a suggestion's JSON. */
export async function suggestLine(service: TestService, question: string): Promise<string> {
  const suggest = { s: JSON.parse(question) as JsonObject };
  try {
    const answer = await service.search('suggest', { size: 0, _source: false, suggest });
    const entries = (answer as unknown as { suggest?: { s: SuggestedEntry[] } }).suggest?.s;
    const text = entries === undefined ? 'none' : inOneLine(entries.map(entryText).join(' ; '));
    return `${question}${ARROW}${text}`;
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return `${question}${ARROW}${errorText(error)}`;
  }
}
