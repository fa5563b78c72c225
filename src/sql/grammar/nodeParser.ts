import {
  EmbeddedActionsParser,
  type IRecognitionException,
  type IToken,
  NoViableAltException,
  type TokenType,
  tokenMatcher,
} from 'chevrotain';
import type { Span } from '../ast/index.ts';

/** A parser whose rules make nodes: what the languages have in common. */
export abstract class NodeParser extends EmbeddedActionsParser {
  /** Looking for ambiguities in the grammar costs as much as the rest of building it: a test does. */
  constructor(vocabulary: readonly TokenType[], maxLookahead: number, validate: boolean) {
    super([...vocabulary], {
      maxLookahead,
      recoveryEnabled: false,
      nodeLocationTracking: 'none',
      skipValidations: !validate,
    });
  }

  /** In the place of the library's own, which looks for all that could stand there to word a message nobody reads. */
  protected raiseNoAltException(): never {
    const error = new NoViableAltException('no viable alternative', this.LA(1), this.LA(0));
    const { SAVE_ERROR } = this as unknown as { SAVE_ERROR(error: IRecognitionException): Error };
    throw SAVE_ERROR.call(this, error);
  }

  /** The span from a start offset to the last token read. */
  protected span(start: number): Span {
    const last = this.LA(0);
    return { start, end: last.startOffset + last.image.length };
  }

  protected start(): number {
    return this.LA(1).startOffset;
  }

  protected is(distance: number, ...types: readonly TokenType[]): boolean {
    return types.some((type) => tokenMatcher(this.LA(distance), type));
  }

  /** The value that stands for tokens just read. */
  protected after<T>(_read: IToken | readonly IToken[], value: T): T {
    return value;
  }
}
