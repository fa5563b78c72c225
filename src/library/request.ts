import type { RequestListener } from 'node:http';
import inject from 'light-my-request';
import { warningsOf } from '../answers/index.ts';
import { type JsonValue, readJson } from '../common/index.ts';

/** An answer, read. */
export interface RockpoolResponse {
  readonly status: number;
  /** 200 to 299. */
  readonly ok: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of its `Warning` headers. */
  readonly warnings: readonly string[];
  readonly text: string;
  /** The text's JSON; whole numbers past 2^53 are bigints. Throws json_parse_exception for text that is none. */
  json<T = JsonValue>(): T;
}

export type RequestBody = string | Uint8Array | object | null;

/** What a request without a socket goes to. */
export interface Receiver {
  readonly listener: RequestListener;
  /** Hears of the request as the listener gets it. */
  readonly onSent: (request: object) => void;
}

/** One request to a listener without a socket. Objects are sent as JSON; text as NDJSON when it ends a line, else as JSON. */
export async function requestOf(
  { listener, onSent }: Receiver,
  method: string,
  path: string,
  body: RequestBody,
  headers: Readonly<Record<string, string>>,
): Promise<RockpoolResponse> {
  const payload =
    body === null
      ? undefined
      : typeof body === 'string' || body instanceof Uint8Array
        ? body
        : JSON.stringify(body);
  const contentType = typeof payload === 'string' && payload.endsWith('\n') ? 'x-ndjson' : 'json';
  const answer = await inject(
    (req, res) => {
      pin(req, ['_read', 'destroy']);
      pin(res, ['writeHead', 'write', 'end', 'destroy']);
      onSent(req);
      listener(req, res);
    },
    {
      method: method.toUpperCase() as 'GET',
      url: path,
      headers: {
        host: 'localhost',
        ...(payload === undefined ? {} : { 'content-type': `application/${contentType}` }),
        ...headers,
      },
      payload: payload instanceof Uint8Array ? Buffer.from(payload) : payload,
    },
  );
  const text = answer.payload;
  return {
    status: answer.statusCode,
    ok: answer.statusCode >= 200 && answer.statusCode < 300,
    headers: answer.headers as Record<string, string>,
    warnings: warningsOf(answer.headers.warning),
    text,
    json: <T>() => readJson(text) as T,
  };
}

/** Express gives requests and answers prototypes of its own: what must not change becomes theirs. */
function pin<T extends object>(target: T, methods: readonly (keyof T & string)[]): void {
  for (const name of methods) Object.defineProperty(target, name, { value: target[name], writable: true });
}
