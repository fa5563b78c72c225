/** Whether a UTF-16 code unit belongs to a class. */
export type CharTest = (code: number) => boolean;

/** Syntax tree of a regular expression. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: RegexNode }
  | {
      readonly kind: 'repeat';
      readonly body: RegexNode;
      readonly min: number;
      /** `null` for no maximum. */
      readonly max: number | null;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: RegexNode }
  | { readonly kind: 'atomic'; readonly body: RegexNode }
  | { readonly kind: 'backreference'; readonly group: number; readonly ignoreCase: boolean }
  | { readonly kind: 'anchor'; readonly at: AnchorKind };

export type AnchorKind =
  | 'textStart'
  | 'textEnd'
  | 'textEndOrNewline'
  | 'lineStart'
  | 'lineEnd'
  | 'wordBoundary'
  | 'notWordBoundary';

/** A parsed expression, and the group numbers of each name (a name may be used several times). */
export interface RegexSyntax {
  readonly root: RegexNode;
  readonly groupCount: number;
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** A malformed expression: the reason and its position. */
export class RegexSyntaxError extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(what);
    this.name = 'RegexSyntaxError';
    this.at = at;
  }

  /** What Java's PatternSyntaxException says: with the position, the pattern and a pointer at the position. */
  inJavaWords(pattern: string): string {
    const pointer = this.at < pattern.length ? `\n${' '.repeat(this.at)}^` : '';
    return `${this.message} near index ${this.at}\n${pattern}${pointer}`;
  }
}
