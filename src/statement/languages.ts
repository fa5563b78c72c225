/** The differences between the languages for someone typing statements. */
export interface StatementLanguage {
  readonly name: LanguageName;
  readonly title: string;
  /** Accepts `{"query": …}`; followed by `/_explain`, it explains the statement. */
  readonly path: string;
  /** Whether results are paged with a cursor. */
  readonly hasPages: boolean;
  /** Whether Rockpool can show its plan, with measurements. */
  readonly hasPlan: boolean;
  /** A placeholder that shows the shape of a statement. */
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
