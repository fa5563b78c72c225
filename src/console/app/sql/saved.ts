import { signal } from '@preact/signals';
import type { LanguageName } from '../../../statement/index.ts';
import { recall, remember } from '../lib/storage.ts';

/** Statements that somebody has given a name, in this browser. */
export interface Saved {
  readonly name: string;
  readonly text: string;
  readonly language: LanguageName;
}

/** By name. */
export const saved = signal<readonly Saved[]>(recall<readonly Saved[]>('saved', []));

function keep(next: readonly Saved[]): void {
  saved.value = [...next].sort((a, b) => a.name.localeCompare(b.name));
  remember('saved', saved.value);
}

/** One of the same name is replaced. */
export function save(statement: Saved): void {
  keep([...saved.value.filter(({ name }) => name !== statement.name), statement]);
}

export function forget(gone: string): void {
  keep(saved.value.filter(({ name }) => name !== gone));
}
