import { type ExactJsonObject, jsonDouble, jsonFloat } from '../../common/index.ts';
import type { Explanation } from '../../query/index.ts';

export function explanationJson({ value, form, description, details }: Explanation): ExactJsonObject {
  const shown = form === 'whole' ? value : form === 'double' ? jsonDouble(value) : jsonFloat(value);
  return { value: shown, description, details: details.map(explanationJson) };
}

/** What is said of every document by a query that explains nothing. */
export const NO_EXPLANATION: ExactJsonObject = { value: 1, description: 'No Explanation', details: [] };
