import { type ILookaheadStrategy, LLkLookaheadStrategy } from 'chevrotain';
import { once } from '../../common/index.ts';

type Alternation = Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0];
type Optional = Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0];
type AlternationDecision = ReturnType<ILookaheadStrategy['buildLookaheadForAlternation']>;
type OptionalDecision = ReturnType<ILookaheadStrategy['buildLookaheadForOptional']>;

/**
 * Computes the parser library's decisions between alternatives when a text first reaches them. A statement needs a few;
 * computing all of them took most of the first statement's time.
 */
export class DecisionsOnDemand extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation(options: Alternation): AlternationDecision {
    const decision = once(() => super.buildLookaheadForAlternation(options));
    return function (this: unknown, alternatives) {
      return decision().call(this, alternatives);
    };
  }

  override buildLookaheadForOptional(options: Optional): OptionalDecision {
    const decision = once(() => super.buildLookaheadForOptional(options));
    return function (this: unknown) {
      return decision().call(this);
    };
  }
}
