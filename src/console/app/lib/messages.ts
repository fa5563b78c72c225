import { signal } from '@preact/signals';
import { wordsOf } from './api.ts';

export interface Message {
  readonly id: number;
  readonly tone: 'done' | 'failed';
  readonly text: string;
}

const SHOWN_MS = 5000;
let lastId = 0;

/** What was just done or refused; read out by screen readers, gone after a while. */
export const messages = signal<readonly Message[]>([]);

function add(tone: Message['tone'], text: string): void {
  const message = { id: ++lastId, tone, text };
  messages.value = [...messages.value.slice(-2), message];
  setTimeout(() => dismiss(message.id), tone === 'failed' ? 2 * SHOWN_MS : SHOWN_MS);
}

export function dismiss(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id);
}

export function say(text: string): void {
  add('done', text);
}

/** Does it, says so, or says why not; whether it was done. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done !== undefined) add('done', done);
    return true;
  } catch (error) {
    add('failed', wordsOf(error));
    return false;
  }
}
