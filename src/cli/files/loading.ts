import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { type JsonObject, stringifyJson } from '../../common/index.ts';
import {
  type DocumentRecord,
  type FieldValues,
  fieldsOf,
  rawMembers,
  rawScalar,
} from '../../documents/index.ts';
import { count } from '../../figures/index.ts';
import { type LoadedDocument, loadDocuments, type ReadOptions, readDocuments } from '../../transfer/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { startProgress } from '../frame/progress.ts';
import { refusal, type Server } from '../frame/server.ts';
import { stateFolder } from '../frame/stateFolder.ts';
import type { Terminal } from '../frame/terminal.ts';
import { type Input, openInput } from './input.ts';
import { LoadState } from './loadState.ts';
import { inferredIndex, otherVectors } from './newIndex.ts';

export interface LoadingOptions {
  readonly index: string;
  /** The field of the ids. */
  readonly id?: string;
  readonly vector: readonly string[];
  readonly read: ReadOptions;
  readonly batch?: number;
  /** What the index is created with; null: what the documents ask for. */
  readonly body: JsonObject | null;
  readonly isAgain: boolean;
  /** Ends the load behind the batch that is on its way. */
  readonly signal: AbortSignal;
  readonly hint: (text: string) => void;
  readonly onRefused: (place: string, reason: string) => void;
}

export interface LoadResult {
  /** Taken and refused ones, with those of the runs before. */
  readonly documents: number;
  readonly refused: number;
  readonly tookMs: number;
  /** False: interrupted. */
  readonly isDone: boolean;
}

interface PlacedDocument extends LoadedDocument {
  readonly place: string;
}

/** Loads files into one index of a server. */
export class Loading {
  readonly #server: Server;
  readonly #terminal: Terminal;
  readonly #options: LoadingOptions;

  constructor(server: Server, terminal: Terminal, options: LoadingOptions) {
    this.#server = server;
    this.#terminal = terminal;
    this.#options = options;
  }

  /** Goes on where a load of the same file was interrupted. Throws CommandError; what was sent stays. */
  async load(file: string): Promise<LoadResult> {
    const { index, isAgain, signal } = this.#options;
    const started = performance.now();
    const input = openInput(file, this.#terminal);
    const { sample, records } = await readDocuments(file, input.texts, this.#options.read);
    await this.#ensureIndex(sample);
    const state =
      file === '-' ? null : new LoadState(stateFolder(this.#terminal), this.#server.url, index, file);
    const before = state && !isAgain ? state.read() : { documents: 0, refused: 0 };
    if (before.documents > 0)
      this.#options.hint(`${file}: going on behind document ${count(before.documents)}`);
    const documents = this.#documents(records, state?.key ?? null, before.documents);
    const figures = await this.#send(documents, file, input, state, before);
    await this.#server.text('POST', `/${encodeURIComponent(index)}/_refresh`);
    if (!signal.aborted) state?.remove();
    return {
      documents: before.documents + figures.documents,
      refused: before.refused + figures.failed,
      tookMs: performance.now() - started,
      isDone: !signal.aborted,
    };
  }

  /** An index that is there keeps its mapping. */
  async #ensureIndex(sample: readonly DocumentRecord[]): Promise<void> {
    const { index, body, vector, hint } = this.#options;
    const path = `/${encodeURIComponent(index)}`;
    const there = await this.#server.call({ method: 'HEAD', path });
    if (there.status === 200) {
      if (body !== null)
        throw new CommandError('failed', `${index} is there already; --mapping is for a new index`);
      return;
    }
    const fields: FieldValues[] = sample.map(fieldsOf);
    const created = body ?? inferredIndex(fields, vector);
    const answer = await this.#server.call({ method: 'PUT', path, body: stringifyJson(created) });
    if (answer.status > 299) throw refusal(answer);
    if (body !== null) return;
    for (const field of otherVectors(fields, vector)) {
      hint(`${field} looks like a vector; with --vector ${field} it would be searched by nearness`);
    }
  }

  async *#documents(
    records: AsyncIterable<DocumentRecord>,
    key: string | null,
    skipped: number,
  ): AsyncGenerator<PlacedDocument> {
    const { id: field, signal } = this.#options;
    let number = 0;
    for await (const { id, routing, text, place } of records) {
      if (signal.aborted) return;
      if (++number <= skipped) continue;
      const own = field === undefined ? id : rawScalar(rawMembers(text).get(field));
      if (own === null && field !== undefined) throw new CommandError('failed', `${place} has no ${field}`);
      const made = key === null ? null : `${key}-${number}`;
      yield { id: own ?? made, ...(routing === null ? {} : { routing }), source: text, place };
    }
  }

  async #send(
    documents: AsyncIterable<PlacedDocument>,
    file: string,
    input: Input,
    state: LoadState | null,
    before: { readonly documents: number; readonly refused: number },
  ): Promise<{ readonly documents: number; readonly failed: number }> {
    const { index, batch, onRefused } = this.#options;
    const started = performance.now();
    const total = file === '-' ? 0 : statSync(file).size;
    const bar = startProgress(this.#terminal.errors, basename(file), total);
    try {
      return await loadDocuments(this.#server.send, documents, {
        index,
        batchBytes: batch,
        onRefused: ({ place }, reason) => onRefused(file === '-' ? place : `${file} ${place}`, reason),
        onProgress: ({ documents: done, failed }) => {
          state?.write({ documents: before.documents + done, refused: before.refused + failed });
          const rate = Math.round(done / ((performance.now() - started) / 1000));
          if (file === '-') bar.setTotal(input.bytesRead());
          bar.update(input.bytesRead(), `${count(done)} documents, ${count(rate)}/s`);
        },
      });
    } finally {
      bar.stop();
    }
  }
}
