import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { limits, OpenSearchError } from '../common/index.ts';
import type { PassingSearch, Upstream } from './upstream.ts';

/** Hop-by-hop headers, and headers of this server that the cluster must not see. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'origin', 'referer', 'expect'],
]);

/** Forwards requests to a real cluster and streams its answers back unchanged. */
export class Forwarder {
  readonly #upstream: Upstream;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /**
   * Resolves when the answer has begun; `onAnswer` may inspect it. Throws runtime_exception (502, 504) if
   * there is none. A request that must be signed is read completely before it is forwarded.
   */
  async forward(
    req: IncomingMessage,
    res: ServerResponse,
    onAnswer?: (answer: IncomingMessage) => void,
  ): Promise<void> {
    const body = this.#upstream.isSigned ? await bodyOf(req) : undefined;
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? asked(req.headers) : passed(req.headers);
      const request = this.#upstream.request(req.method ?? 'GET', target(req.url), headers, body);
      const failed = (error: Error): void => reject(this.#upstream.failure(error));
      request.on('error', failed);
      request.on('response', (answer) => {
        if (!isRead(req)) this.#upstream.changed();
        res.writeHead(answer.statusCode ?? 502, passed(answer.headers));
        answer.on('error', () => res.destroy());
        answer.pipe(res);
        onAnswer?.(answer);
        resolve();
      });
      res.once('close', () => {
        if (!res.writableFinished) request.destroy();
      });
      if (this.#upstream.isWatched) watch(req, body, (search) => this.#upstream.searched(search));
      if (body === undefined) req.pipe(request);
      else request.end(body);
    });
  }
}

const SEARCHES = /\/_search(?:\?|$)/;
/** Larger searches are forwarded without being reported. */
const MOST_SEEN_BYTES = 256 * 1024;

/** Reports a search once it has been forwarded completely. */
function watch(req: IncomingMessage, whole: Buffer | undefined, seen: (search: PassingSearch) => void): void {
  const path = target(req.url);
  if (!SEARCHES.test(path)) return;
  const tell = (body: Buffer): void => {
    if (body.length > 0 && body.length <= MOST_SEEN_BYTES) seen({ path, body: body.toString('utf8') });
  };
  if (whole !== undefined) {
    tell(whole);
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_SEEN_BYTES) chunks.push(chunk);
  });
  req.on('end', () => bytes <= MOST_SEEN_BYTES && tell(Buffer.concat(chunks)));
}

/** Throws illegal_argument_exception (413) for a body above the limit. */
async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const most = limits.bodyBytes.value;
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      const reason = `a request that is signed has at most ${most} bytes`;
      throw new OpenSearchError('illegal_argument_exception', reason, { status: 413 });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const READS = /\/_(?:search|msearch|count|mget)\b/;

/** Whether a request changes no mapping or setting. Unknown requests count as changing them. */
function isRead({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || READS.test(url);
}

/** `/_ext/` is this server's alias of the plugins' prefix. */
function target(url = '/'): string {
  return url.replace(/^\/_ext\//, '/_plugins/');
}

/** Keeps chunked bodies chunked, also for methods where Node would not send a body (GET, DELETE). */
function asked(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return { ...passed(headers), ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) };
}

function passed(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}
