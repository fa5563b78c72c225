import {
  EmbeddedActionsParser,
  type IRecognitionException,
  type IToken,
  NoViableAltException,
  type TokenType,
  tokenMatcher,
} from 'chevrotain';
import type { Span } from '../ast/index.ts';
import { DecisionsOnDemand } from './decisionsOnDemand.ts';

/** A parser whose rules return nodes: what SQL and PPL have in common. */
export abstract class NodeParser extends EmbeddedActionsParser {
  /** Checking the grammar for ambiguities takes as long as building it, so only a test does it. */
  constructor(vocabulary: readonly TokenType[], maxLookahead: number, validate: boolean) {
    super([...vocabulary], {
      maxLookahead,
      lookaheadStrategy: new DecisionsOnDemand({ maxLookahead }),
      recoveryEnabled: false,
      nodeLocationTracking: 'none',
      skipValidations: !validate,
    });
  }

  /** Replaces the library's implementation, which computes all alternatives for a message nobody reads. */
  protected raiseNoAltException(): never {
    const error = new NoViableAltException('no viable alternative', this.LA(1), this.LA(0));
    const { SAVE_ERROR } = this as unknown as { SAVE_ERROR(error: IRecognitionException): Error };
    throw SAVE_ERROR.call(this, error);
  }

  /** The span from a start offset to the end of the last token. */
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

  /** Returns the value that the tokens just consumed represent. */
  protected after<T>(_read: IToken | readonly IToken[], value: T): T {
    return value;
  }
}
