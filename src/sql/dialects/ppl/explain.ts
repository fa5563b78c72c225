import { planText } from '../../plan/planText.ts';
import type { PreparedPipeline } from './pplDialect.ts';

/** The plan of a pipeline. */
export function explainPipeline({ physical }: PreparedPipeline): string {
  return JSON.stringify({ root: planText(physical) });
}
