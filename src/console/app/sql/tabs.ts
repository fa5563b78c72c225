import { computed, signal } from '@preact/signals';
import type { LanguageName } from '../../../statement/index.ts';
import { recall, remember } from '../lib/storage.ts';

/** Statements side by side; each tab has a text in each language. They survive a reload. */

export interface StatementTab {
  readonly id: number;
  readonly language: LanguageName;
  readonly texts: Readonly<Partial<Record<LanguageName, string>>>;
}

const EMPTY: StatementTab = { id: 1, language: 'sql', texts: {} };

export const tabs = signal<readonly StatementTab[]>(recalled());
const chosenId = signal<number>(recall('tab', EMPTY.id));

const current = computed(() => tabs.value.find(({ id }) => id === chosenId.value) ?? tabs.value[0]);

export const tabId = computed(() => current.value.id);
export const language = computed(() => current.value.language);
export const draft = computed(() => textOf(current.value));

function recalled(): readonly StatementTab[] {
  const kept = recall<readonly StatementTab[]>('tabs', []);
  return kept.length > 0 ? kept : [EMPTY];
}

export function textOf({ language: of, texts }: StatementTab): string {
  return texts[of] ?? '';
}

const TITLE_CHARS = 24;

/** The beginning of its statement. */
export function titleOf(tab: StatementTab): string {
  const line = textOf(tab).trim().replace(/\s+/g, ' ');
  if (line === '') return 'New';
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS)}…` : line;
}

function keep(next: readonly StatementTab[], id: number): void {
  tabs.value = next;
  chosenId.value = id;
  remember('tabs', next);
  remember('tab', id);
}

function change(part: Partial<StatementTab>): void {
  const { id } = current.value;
  keep(
    tabs.value.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)),
    id,
  );
}

export function setDraft(text: string): void {
  const { language: of, texts } = current.value;
  change({ texts: { ...texts, [of]: text } });
}

export function setLanguage(chosen: LanguageName): void {
  change({ language: chosen });
}

/** Puts a statement into the tab, and the tab to its language. */
export function putBack(text: string, chosen: LanguageName): void {
  change({ language: chosen, texts: { ...current.value.texts, [chosen]: text } });
}

export function chooseTab(id: number): void {
  keep(tabs.value, id);
}

/** A new tab, chosen; an empty one is used instead of a further one. */
export function openTab(text: string, of: LanguageName): void {
  if (textOf(current.value) === '' && text !== '') {
    putBack(text, of);
    return;
  }
  const id = Math.max(...tabs.value.map((tab) => tab.id)) + 1;
  keep([...tabs.value, { id, language: of, texts: { [of]: text } }], id);
}

/** Its neighbour is chosen; the last one becomes empty. */
export function closeTab(): void {
  const { id, language: of } = current.value;
  const at = tabs.value.indexOf(current.value);
  const rest = tabs.value.filter((tab) => tab.id !== id);
  if (rest.length === 0) keep([{ ...EMPTY, id: id + 1, language: of }], id + 1);
  else keep(rest, rest[Math.min(at, rest.length - 1)].id);
}
