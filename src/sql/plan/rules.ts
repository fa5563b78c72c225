import type { EvaluationContext } from '../functions/index.ts';

/** What a planner may do. */
export interface PlanRules {
  /** Whether scans absorb the operators above them. */
  readonly pushDown: boolean;
  /** Whether conditions follow the SQL standard where the original's searches return something else. */
  readonly corrections: boolean;
  /** Pushes commands down in any order, as the original does with PPL: even a filter after `head`. */
  readonly isPipeline?: boolean;
  readonly beyond?: EvaluationContext['beyond'];
}
