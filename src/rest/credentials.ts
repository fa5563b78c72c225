import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './httpError.ts';

/** The one user of a server that asks for a password. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="OpenSearch Security"' };

/** Throws HttpError 401 unless the request carries them (basic authentication). Takes as long for wrong ones as for right ones. */
export function checkCredentials(headers: IncomingHttpHeaders, { user, password }: Credentials): void {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  if (timingSafeEqual(digest(headers.authorization ?? ''), digest(wanted))) return;
  throw new HttpError(401, 'Unauthorized', { headers: CHALLENGE });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
