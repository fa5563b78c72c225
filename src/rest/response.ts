import type { CatTable } from './table.ts';

/** What a handler answers; rest/ renders it (pretty, filter_path, YAML, cat formats, gzip). */
export interface RestResponse {
  readonly status: number;
  readonly body: RestBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `Warning: 299` headers: traps, deprecations, features beyond the real engine. */
  readonly warnings?: readonly string[];
}

/** Hears of the warnings of an answer, and of the request. */
export type WarningListener = (warnings: readonly string[], request: object) => void;

export type RestBody =
  /** A JSON value; RawJson inside is sent as it is. */
  | { readonly kind: 'json'; readonly value: unknown }
  /** Ready text, sent untouched. */
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  /** A cat table: text, JSON or YAML as the request asks. */
  | { readonly kind: 'table'; readonly table: CatTable }
  /** Text that has no end of its own: `start` is called when it may be written, its result when the reader has gone. */
  | {
      readonly kind: 'stream';
      readonly contentType: string;
      readonly start: (stream: EventStream) => () => void;
    };

/** An answer that goes on. */
export interface EventStream {
  write(text: string): void;
  /** Bytes that the reader has not taken yet. */
  waitingBytes(): number;
  close(): void;
}

export const TEXT = 'text/plain; charset=UTF-8';
export const JSON_TYPE = 'application/json; charset=UTF-8';

export function json(value: unknown, status = 200, warnings: readonly string[] = []): RestResponse {
  return { status, body: { kind: 'json', value }, warnings };
}

export function text(content: string, status = 200, contentType = TEXT): RestResponse {
  return { status, body: { kind: 'text', text: content, contentType } };
}

export function table(content: CatTable): RestResponse {
  return { status: 200, body: { kind: 'table', table: content } };
}

export const acknowledged: RestResponse = json({ acknowledged: true });
