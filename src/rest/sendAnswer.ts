import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loopTurns, Pacer } from '../common/index.ts';
import { AnswerPieces, type Payload } from './answerPieces.ts';
import { endLingering, isUnread } from './lingering.ts';
import { type Rendered, render } from './render.ts';
import type { RestResponse } from './response.ts';
import type { RestServices } from './services.ts';
import { sendStream } from './stream.ts';
import { WaitingAnswers } from './waitingAnswers.ts';
import { writeJson, writeText } from './writeJson.ts';

const gzipAsync = promisify(gzip);
/** Smaller responses are not compressed, because it costs more than it saves. */
const COMPRESS_FROM_BYTES = 4096;
/**
 * Responses up to this size are sent even if others are waiting, so that slow clients do not block active
 * ones.
 */
const SMALL_ANSWER_BYTES = 64 * 1024;
/** Maximum bytes written to a socket at once. */
const BATCH_BYTES = 256 * 1024;
const WARNING_AGENT = 'OpenSearch-2.7.0-b7a6e09e492b1e965d827525f7863b366ef0e304';

/** Sends responses: written across turns of the event loop, with memory reserved before it is used. */
export class Answers {
  readonly #waiting = new WaitingAnswers();

  /**
   * Throws circuit_breaking_exception (429), having sent nothing, if the waiting responses already use too
   * much memory.
   */
  async send(
    response: RestResponse,
    params: ReadonlyMap<string, string>,
    req: IncomingMessage,
    res: ServerResponse,
    services: RestServices,
  ): Promise<void> {
    // The client is gone, and no event would tell that the response was read.
    if (res.destroyed) return;
    if (response.body.kind === 'stream') return sendStream(response.body, response.status, res);
    const rendered = render(response.body, params, req.headers.accept);
    const headers = headersOf(response, rendered, req);
    const memory = this.#waiting.open(services);
    try {
      const turns = written(rendered, memory.grow, services);
      let payload = turns instanceof Promise ? await turns : turns;
      if (payload.length >= COMPRESS_FROM_BYTES && acceptsGzip(req)) {
        payload = await compressed(payload);
        headers['content-encoding'] = 'gzip';
      }
      headers['content-length'] = payload.length;
      if (res.destroyed) return memory.release();
      res.writeHead(response.status, headers);
      const sentBytes = deliver(payload, req, res);
      if (payload.length <= SMALL_ANSWER_BYTES) memory.release();
      else this.#waiting.wait(res, memory, sentBytes, services.clock);
    } catch (error) {
      memory.release();
      throw error;
    }
  }
}

function written(
  rendered: Rendered,
  grow: (bytes: number) => void,
  { clock }: RestServices,
): Payload | Promise<Payload> {
  let ownBytes = 0;
  const pieces = new AnswerPieces((bytes) => {
    const before = ownBytes;
    ownBytes += bytes;
    if (ownBytes > SMALL_ANSWER_BYTES) grow(before > SMALL_ANSWER_BYTES ? bytes : ownBytes);
  });
  const pacer = (): Pacer => new Pacer(clock);
  const turns =
    rendered.kind === 'text'
      ? writeText(rendered.text, pieces, pacer)
      : writeJson(rendered.value, rendered.pretty, pieces, pacer);
  return turns === null ? pieces.end() : turns.then(() => pieces.end());
}

function headersOf(
  response: RestResponse,
  { contentType }: Rendered,
  req: IncomingMessage,
): Record<string, string | string[] | number> {
  const headers: Record<string, string | string[] | number> = { ...response.headers };
  headers['content-type'] = contentType;
  if (response.warnings && response.warnings.length > 0)
    headers.warning = response.warnings.map(warningHeader);
  const opaqueId = req.headers['x-opaque-id'];
  if (typeof opaqueId === 'string') headers['x-opaque-id'] = opaqueId;
  return headers;
}

function acceptsGzip(req: IncomingMessage): boolean {
  return /\bgzip\b/.test(req.headers['accept-encoding']?.toString() ?? '');
}

async function compressed({ content }: Payload): Promise<Payload> {
  const whole = typeof content === 'string' ? content : Buffer.concat(content);
  const body = await gzipAsync(whole, { level: 1 });
  return { content: [body], length: body.length };
}

/**
 * Writes the response as the socket accepts it; returns a function for the number of bytes written so far.
 */
function deliver({ content, length }: Payload, req: IncomingMessage, res: ServerResponse): () => number {
  if (req.method === 'HEAD') res.end();
  else if (isUnread(req))
    endLingering(typeof content === 'string' ? content : Buffer.concat(content), req, res);
  else if (typeof content === 'string') loopTurns.atEndOfRound(() => void res.end(content));
  else return deliverPieces(content, res);
  return () => length;
}

function deliverPieces(pieces: readonly Uint8Array[], res: ServerResponse): () => number {
  let next = 0;
  let sentBytes = 0;
  const more = (): void => {
    if (res.destroyed) return;
    res.cork();
    const until = sentBytes + BATCH_BYTES;
    let takesMore = true;
    while (next < pieces.length && (takesMore || sentBytes < until)) {
      const piece = pieces[next++];
      sentBytes += piece.length;
      takesMore = res.write(piece);
    }
    res.uncork();
    if (next === pieces.length) res.end();
    else res.once('drain', () => void loopTurns.next().then(more));
  };
  more();
  return () => sentBytes;
}

function warningHeader(message: string): string {
  const printable = message.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, "'");
  return `299 ${WARNING_AGENT} "${printable}"`;
}
