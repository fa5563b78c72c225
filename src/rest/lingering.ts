import type { IncomingMessage, ServerResponse } from 'node:http';
import { loopTurns } from '../common/index.ts';
import { hasBody } from './body.ts';

/** How long a client may continue to send a body that nobody reads. */
const LINGER_MS = 2000;

/**
 * Whether part of the request's body has not arrived yet. Requests without a socket never report completion.
 */
export function isUnread(req: IncomingMessage): boolean {
  return !req.complete && !req.readableEnded && hasBody(req.headers);
}

/**
 * Answers immediately, and closes the connection when the client has sent the rest of its body or time is up.
 * Closing earlier would reset the connection because of bytes in transit, and the client would lose the
 * response (RFC 9112 §9.6).
 */
export function endLingering(payload: string | Buffer, req: IncomingMessage, res: ServerResponse): void {
  res.write(payload);
  const timer = setTimeout(() => res.end(), LINGER_MS);
  req.once('end', () => res.end());
  res.once('close', () => clearTimeout(timer));
  discard(req);
}

/** One read per turn of the event loop: an attacker may send many large bodies. */
function discard(req: IncomingMessage): void {
  req.on('data', () => {
    req.pause();
    void loopTurns.next().then(() => req.resume());
  });
  req.resume();
}
