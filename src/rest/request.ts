import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject, JsonValue, StopSignal } from '../common/index.ts';
import {
  CountedReads,
  isJsonObject,
  type OpenSearchError,
  parseBoolean,
  parseRequestJson,
  parseTimeMs,
  parsingError,
  placeError,
} from '../common/index.ts';
import { noObjectError } from './bodyStart.ts';
import type { ParameterName, ParameterOf } from './parameterTable.ts';
import { readFloat, readInt, readLong } from './parameterValues.ts';

export interface RestRequestInit {
  readonly method: string;
  readonly path: string;
  readonly params: ReadonlyMap<string, string> | CountedReads<string>;
  /** Whether there are parameters besides those of the path. */
  readonly isQueried: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Aborted when the client disconnects before the response is sent. */
  readonly signal: StopSignal;
}

/** A request: path and URL parameters in one map (the path takes precedence), the body raw and parsed. */
export class RestRequest {
  readonly method: string;
  /** Decoded, without the query string. */
  readonly path: string;
  /** Tracks which parameters handlers read. */
  readonly params: CountedReads<string>;
  readonly isQueried: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly signal: StopSignal;
  #parsed: JsonValue | undefined;

  constructor(init: RestRequestInit) {
    this.method = init.method;
    this.path = init.path;
    this.params = init.params instanceof CountedReads ? init.params : new CountedReads(init.params);
    this.isQueried = init.isQueried;
    this.headers = init.headers;
    this.body = init.body;
    this.signal = init.signal;
  }

  /** The same request with another body, such as a rendered template. */
  withBody(text: string): RestRequest {
    const { method, path, params, isQueried, headers, signal } = this;
    return new RestRequest({ method, path, params, isQueried, headers, body: Buffer.from(text), signal });
  }

  get contentType(): string | null {
    return this.headers['content-type'] ?? null;
  }

  get hasBody(): boolean {
    return this.body.length > 0;
  }

  has(name: ParameterName): boolean {
    return this.params.has(name);
  }

  param(name: ParameterName): string | null {
    return this.params.get(name) ?? null;
  }

  /** A parameter of the path, always present. */
  pathParam(name: ParameterName): string {
    return this.params.get(name) ?? '';
  }

  /** `?flag`, `?flag=true`, `?flag=false`. */
  bool(name: ParameterOf<'boolean'>, defaultValue: boolean): boolean {
    const value = this.params.get(name);
    if (value === undefined) return defaultValue;
    return value === '' ? true : parseBoolean(value, name);
  }

  int(name: ParameterOf<'int'>, defaultValue: number): number;
  int(name: ParameterOf<'int'>, defaultValue: null): number | null;
  int(name: ParameterOf<'int'>, defaultValue: number | null): number | null {
    const value = this.params.get(name);
    return value === undefined ? defaultValue : readInt(name, value);
  }

  long(name: ParameterOf<'long'>, defaultValue: number | null): number | null {
    const value = this.params.get(name);
    return value === undefined ? defaultValue : readLong(name, value);
  }

  float(name: ParameterOf<'float'>, defaultValue: number | null): number | null {
    const value = this.params.get(name);
    return value === undefined ? defaultValue : readFloat(name, value);
  }

  /** In milliseconds. */
  time(name: ParameterOf<'time'>, defaultMs: number): number {
    const value = this.params.get(name);
    return value === undefined ? defaultMs : parseTimeMs(value, name);
  }

  /** A comma-separated list; `null` if absent. */
  list(name: ParameterOf<'list'>): readonly string[] | null {
    const value = this.params.get(name);
    if (value === undefined) return null;
    return value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  text(): string {
    return this.body.toString('utf8');
  }

  /** The parsed body; `null` without a body. Throws json_parse_exception. */
  jsonValue(): JsonValue {
    if (!this.hasBody) return null;
    this.#parsed ??= parseRequestJson(this.text());
    return this.#parsed;
  }

  /** Adds line and column of the body to an error. */
  place(error: OpenSearchError): OpenSearchError {
    return this.#parsed === undefined ? error : placeError(error, this.#parsed, this.text());
  }

  /** The body as an object; `null` without a body. */
  json(): JsonObject | null {
    if (!this.hasBody) return null;
    try {
      const value = this.jsonValue();
      if (isJsonObject(value)) return value;
    } catch (error) {
      throw noObjectError(this.text()) ?? error;
    }
    throw noObjectError(this.text()) ?? parsingError('Expected [START_OBJECT]');
  }

  /** The body of a route that refuses requests without one. */
  requiredJson(): JsonObject {
    return this.json() ?? {};
  }
}
