import type { EvaluationContext } from '../functions/index.ts';

/** What a planner may do. */
export interface PlanRules {
  /** Whether a scan takes over what stands above it. */
  readonly pushDown: boolean;
  /** Conditions mean what they say, where searches of the original answer something else. */
  readonly corrections: boolean;
  /** Commands are taken over in whatever order they come, as the original does with PPL: a filter behind `head` too. */
  readonly isPipeline?: boolean;
  readonly beyond?: EvaluationContext['beyond'];
}
