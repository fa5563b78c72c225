import { OpenSearchError } from '../common/index.ts';

/** What the k-NN plugin says where a vector is asked for more than to be near. */
const REFUSALS = {
  values: (field: string) => `knn vector field '${field}' doesn't support sorting`,
  sort: () => "knn vector field doesn't support this operation",
  fields: () => 'KNN Vector do not support fields search',
} as const;

/** unsupported_operation: `values` of doc values and aggregations, `sort`, `fields` of a search. */
export function vectorRefusal(what: keyof typeof REFUSALS, field: string): OpenSearchError {
  return new OpenSearchError('unsupported_operation_exception', REFUSALS[what](field));
}
