import { refusalOfText, warningsOf } from '../../answers/index.ts';
import { Upstream, type UpstreamOptions } from '../../client/index.ts';
import { type JsonObject, type JsonValue, readJson, stringifyJson } from '../../common/index.ts';
import { PLACE_HEADER } from '../../statement/index.ts';
import type { Send, TransferAnswer } from '../../transfer/index.ts';
import { CommandError } from './exitCodes.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** JSON when it is not said. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

export interface Answer extends TransferAnswer {
  /** Texts of the `Warning` header. */
  readonly warnings: readonly string[];
  /** Where in a statement the error is, as Rockpool says it. */
  readonly place: string | null;
}

/** A refusal in the server's words. */
export class RefusedError extends CommandError {
  readonly status: number;
  /** `index_not_found_exception`, `SemanticCheckException`, … */
  readonly type: string;
  readonly place: string | null;

  constructor(status: number, type: string, words: string, place: string | null) {
    super('failed', words);
    this.status = status;
    this.type = type;
    this.place = place;
  }
}

/** The server that a command speaks to, by OpenSearch's HTTP: Rockpool or a cluster. Everything throws CommandError. */
export class Server {
  /** Without user and password. */
  readonly url: string;
  /** What answers that were read as text or JSON warned of, once each. */
  readonly warnings = new Set<string>();
  readonly #upstream: Upstream;

  constructor(address: UpstreamOptions) {
    const url = parseUrl(address.url);
    this.#upstream = new Upstream({ ...address, url: url.href });
    [url.username, url.password] = ['', ''];
    this.url = url.href.replace(/\/$/, '');
  }

  /** Resolves for every status. */
  call({ method, path, body, contentType = 'application/json', signal }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = {};
      if (body !== undefined) {
        headers['content-type'] = contentType;
        headers['content-length'] = String(Buffer.byteLength(body));
      }
      const request = this.#upstream.request(method, path, headers, body);
      const abort = (): void => void request.destroy(new CommandError('interrupted'));
      signal?.addEventListener('abort', abort);
      request.on('close', () => signal?.removeEventListener('abort', abort));
      request.on('error', (error) => reject(this.#unreachable(error)));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => reject(this.#unreachable(error)));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          const place = response.headers[PLACE_HEADER]?.toString() ?? null;
          resolve({ status, text, warnings: warningsOf(response.headers.warning), place });
        });
      });
      request.end(body);
      if (signal?.aborted) abort();
    });
  }

  /** The text of the answer. Throws RefusedError for a status above 299. */
  async text(
    method: string,
    path: string,
    body?: JsonObject | string,
    signal?: AbortSignal,
  ): Promise<string> {
    const sent = body === undefined || typeof body === 'string' ? body : stringifyJson(body);
    const answer = await this.call({ method, path, body: sent, signal });
    if (answer.status > 299) throw refusal(answer);
    for (const warning of answer.warnings) this.warnings.add(warning);
    return answer.text;
  }

  /** The answer as JSON; whole numbers beyond 2^53 are BigInt. Throws RefusedError for a status above 299. */
  async json<T = JsonValue>(
    method: string,
    path: string,
    body?: JsonObject | string,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.parsed<T>(await this.text(method, path, body, signal));
  }

  /** For what `transfer/` asks of a server. */
  get send(): Send {
    return (request) => this.call(request);
  }

  parsed<T>(text: string): T {
    try {
      return readJson(text) as T;
    } catch {
      const start = text.slice(0, 60).replaceAll(/\s+/g, ' ');
      throw new CommandError('failed', `expected JSON from ${this.url}, got: ${start}`);
    }
  }

  close(): void {
    this.#upstream.close();
  }

  #unreachable(error: Error & { readonly code?: string }): CommandError {
    if (error instanceof CommandError) return error;
    if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND') {
      const cause = error.code === 'ENOTFOUND' ? 'no such host' : 'the connection was refused';
      return new CommandError(
        'noServer',
        `no server answers at ${this.url} (${cause}); \`rockpool serve\` starts one, --url names another`,
      );
    }
    if (/CERT|certificate|SELF_SIGNED|altname/i.test(`${error.code} ${error.message}`)) {
      return new CommandError(
        'noServer',
        `the certificate of ${this.url} is not trusted (${error.message}); --ca FILE or --insecure`,
      );
    }
    return new CommandError(
      'noServer',
      `the connection to ${this.url} failed: ${error.message || error.code}`,
    );
  }
}

/** Throws CommandError for what is no URL; a scheme may be absent. */
export function parseUrl(text: string): URL {
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Said below.
  }
  throw new CommandError('usage', `${text} is not the URL of a server, such as http://127.0.0.1:9200`);
}

/** The refusal of an answer, in the server's words. */
export function refusal({ status, text, place = null }: TransferAnswer & Partial<Answer>): RefusedError {
  const { type, message } = refusalOfText(status, text);
  const isUnknown = status === 401;
  const words = isUnknown ? 'the server asks for a user and password: --user NAME:PASSWORD' : message;
  return new RefusedError(status, type, words, place);
}
