import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './httpError.ts';

/** The one user of a server that asks for a password. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="OpenSearch Security"' };

/**
 * What throws HttpError 401 unless a request carries the credentials (basic authentication). Takes as long for wrong
 * ones as for right ones.
 */
export function credentialsCheck({ user, password }: Credentials): (headers: IncomingHttpHeaders) => void {
  const wanted = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  return ({ authorization = '' }) => {
    if (timingSafeEqual(digest(authorization), wanted)) return;
    throw new HttpError(401, 'Unauthorized', { headers: CHALLENGE });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
