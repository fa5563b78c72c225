import { type ILookaheadStrategy, LLkLookaheadStrategy } from 'chevrotain';
import { once } from '../../common/index.ts';

type Alternation = Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0];
type Optional = Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0];
type AlternationDecision = ReturnType<ILookaheadStrategy['buildLookaheadForAlternation']>;
type OptionalDecision = ReturnType<ILookaheadStrategy['buildLookaheadForOptional']>;

/**
 * The library's own decisions between alternatives, each computed when a text first gets there: to compute them all is
 * most of what a first statement takes, and a statement needs a few.
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
