/** What differs between the languages for those who type statements. */
export interface StatementLanguage {
  readonly name: LanguageName;
  readonly title: string;
  /** Takes `{"query": …}`; `/_explain` behind it says what becomes of it. */
  readonly path: string;
  /** Rows come by pages, with a cursor. */
  readonly hasPages: boolean;
  /** A plan of Rockpool's own is told, and measured. */
  readonly hasPlan: boolean;
  /** What a statement looks like. */
  readonly outline: string;
}

export type LanguageName = 'sql' | 'ppl';

export const languages: Readonly<Record<LanguageName, StatementLanguage>> = {
  sql: {
    name: 'sql',
    title: 'SQL',
    path: '/_plugins/_sql',
    hasPages: true,
    hasPlan: true,
    outline: 'SELECT … FROM …',
  },
  ppl: {
    name: 'ppl',
    title: 'PPL',
    path: '/_plugins/_ppl',
    hasPages: false,
    hasPlan: false,
    outline: 'source=… | where …',
  },
};
