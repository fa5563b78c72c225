import type { Send } from '../../../src/transfer/index.ts';
import { ask } from '../../support/http.ts';

/** Speaks to a server by its URL. */
export function sendTo(url: string): Send {
  return async ({ method, path, body, contentType = 'application/json' }) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': contentType };
    const answer = await ask(url + path, { method, headers, body });
    return { status: answer.status, text: answer.text };
  };
}
