import { type ExactJsonObject, jsonDouble, jsonFloat } from '../../common/index.ts';
import type { Explanation } from '../../query/index.ts';

export function explanationJson({ value, form, description, details }: Explanation): ExactJsonObject {
  const shown = form === 'whole' ? value : form === 'double' ? jsonDouble(value) : jsonFloat(value);
  return { value: shown, description, details: details.map(explanationJson) };
}

/** The explanation of every document for a query that explains nothing. */
export const NO_EXPLANATION: ExactJsonObject = { value: 1, description: 'No Explanation', details: [] };
