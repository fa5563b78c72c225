import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './httpError.ts';

/** The single user of a server with a password. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="OpenSearch Security"' };

/**
 * Returns a check that throws HttpError 401 unless a request has the credentials (basic authentication).
 * Takes the same time for right and wrong ones.
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
