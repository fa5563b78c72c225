import type { Send } from '../../../src/transfer/index.ts';

/** Speaks to a server by its URL. */
export function sendTo(url: string): Send {
  return async ({ method, path, body, contentType = 'application/json' }) => {
    // `fetch` refuses bodies of GET; nothing here has one.
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': contentType };
    const answer = await fetch(url + path, { method, headers, body });
    return { status: answer.status, text: await answer.text() };
  };
}
