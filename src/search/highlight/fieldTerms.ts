import type { OpaqueQuery, PhraseTerms, SpanTerms, TermVisitor } from '../../query/index.ts';

/** Something that a query searches for, in query order. */
export type Sought =
  | { readonly kind: 'term'; readonly field: string; readonly term: string; readonly boost: number }
  | {
      readonly kind: 'pattern';
      readonly field: string;
      readonly test: (term: string) => boolean;
      readonly boost: number;
    }
  | { readonly kind: 'phrase'; readonly field: string; readonly phrase: PhraseTerms; readonly boost: number }
  | { readonly kind: 'spans'; readonly field: string; readonly spans: SpanTerms; readonly boost: number };

/** Whether a highlighter looks into a kind of query. */
export type LooksInto = (kind: OpaqueQuery, found: readonly Sought[]) => 'all' | 'terms' | 'nothing';

/** What a query searches for in one field (or in any, if fields need not match). */
export class FieldTerms implements TermVisitor {
  readonly sought: Sought[] = [];
  readonly #accepts: (field: string) => boolean;
  readonly #looksInto: LooksInto;
  #termsOnly = false;

  constructor(accepts: (field: string) => boolean, looksInto: LooksInto) {
    this.#accepts = accepts;
    this.#looksInto = looksInto;
  }

  term(field: string, term: string, boost: number): void {
    if (this.#accepts(field)) this.sought.push({ kind: 'term', field, term, boost });
  }

  pattern(field: string, test: (term: string) => boolean, boost: number): void {
    if (this.#accepts(field) && !this.#termsOnly) this.sought.push({ kind: 'pattern', field, test, boost });
  }

  phrase(phrase: PhraseTerms, boost: number): void {
    const { field } = phrase;
    if (this.#accepts(field)) this.sought.push({ kind: 'phrase', field, phrase, boost });
  }

  spans(spans: SpanTerms, boost: number): void {
    const { field } = spans;
    if (this.#accepts(field)) this.sought.push({ kind: 'spans', field, spans, boost });
  }

  opaque(kind: OpaqueQuery, visit: (visitor: TermVisitor) => void): void {
    const what = this.#looksInto(kind, this.sought);
    if (what === 'nothing') return;
    const before = this.#termsOnly;
    this.#termsOnly ||= what === 'terms';
    visit(this);
    this.#termsOnly = before;
  }

  get empty(): boolean {
    return this.sought.length === 0;
  }
}
