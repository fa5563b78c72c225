import type { IndicesOptions } from './types.ts';

type Resource = IndicesOptions['resourceType'];

const strict = (expand: IndicesOptions['expandWildcards'], forbidClosed: boolean): IndicesOptions => ({
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandWildcards: expand,
  forbidClosed,
  resourceType: 'index_or_alias',
});

/** Index options by API, under the original's names. */
export const indicesOptions = {
  /** For searches: wildcards match open indices; closed ones are an error. */
  search: strict(['open'], true),
  /** For metadata APIs: wildcards match open indices; closed ones can be named. */
  expandOpen: strict(['open'], false),
  lenientExpandOpen: { ...strict(['open'], false), ignoreUnavailable: true },
  expandOpenClosed: strict(['open', 'closed'], false),
  all: strict(['open', 'closed', 'hidden'], false),
  lenientAll: { ...strict(['open', 'closed', 'hidden'], false), ignoreUnavailable: true },
  deleteIndex: { ...strict(['open', 'closed'], false), forbidAliases: true },
} as const satisfies Record<string, IndicesOptions>;

export function withResource(options: IndicesOptions, resourceType: Resource): IndicesOptions {
  return { ...options, resourceType };
}
