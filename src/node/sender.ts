import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TransferAnswer } from '../transfer/index.ts';

/** Credentials and certificate for a server with a password or HTTPS. */
export interface ServerAccess {
  readonly credentials?: { readonly user: string; readonly password: string } | null;
  /** PEM. */
  readonly certificate?: string | null;
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly contentType?: string;
}

/** Sends requests to a server, each over its own connection. */
export function sender(
  url: string,
  { credentials, certificate }: ServerAccess,
): (request: SentRequest) => Promise<TransferAnswer> {
  const request = url.startsWith('https:') ? secureRequest : plainRequest;
  const auth = credentials ? `${credentials.user}:${credentials.password}` : undefined;
  const ca = certificate ?? undefined;
  return ({ method, path, body = '', contentType = 'application/json' }) =>
    new Promise((resolve, reject) => {
      const headers = body.length === 0 ? {} : { 'content-type': contentType };
      const sent = request(url + path, { method, headers, auth, ca, agent: false }, (answer) => {
        text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, text: content }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
}
