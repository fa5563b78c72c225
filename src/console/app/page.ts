/** Small helpers of the page. Texts enter it as text only, never as HTML. */

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

export function show(target: HTMLElement, text: string): void {
  target.textContent = text;
}

export function failure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface ErrorAnswer {
  readonly error?: string | { readonly reason?: string; readonly details?: string };
}

/** The answer's JSON. Throws an Error with the server's own words when the status is not 2xx. */
export async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = (await answer.json()) as ErrorAnswer;
  if (answer.ok && !json.error) return json;
  const { error } = json;
  const words = typeof error === 'string' ? error : (error?.details ?? error?.reason);
  throw new Error(words ?? `status ${answer.status}`);
}
