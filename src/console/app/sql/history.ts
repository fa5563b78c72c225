import { signal } from '@preact/signals';
import type { LanguageName } from '../../../statement/index.ts';
import { recall, remember } from '../lib/storage.ts';

export interface Past {
  readonly sql: string;
  /** Absent: SQL. */
  readonly language?: LanguageName;
  readonly timeMs: number;
  readonly tookMs: number;
  /** null: it failed. */
  readonly rows: number | null;
}

const KEPT = 200;

/** Latest first. */
export const past = signal<readonly Past[]>(recall<readonly Past[]>('history', []));

/** The same statement again takes the place of the former one. */
export function recordPast(entry: Past): void {
  past.value = [entry, ...past.value.filter(({ sql }) => sql !== entry.sql)].slice(0, KEPT);
  remember('history', past.value);
}

export function forgetPast(): void {
  past.value = [];
  remember('history', []);
}
