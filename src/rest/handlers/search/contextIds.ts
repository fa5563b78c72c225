import type { JsonValue, OpenSearchError } from '../../../common/index.ts';
import { illegalArgument, tokenName } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';

/**
 * The ids of search contexts in a body that contains nothing else: one, or an array. `null` if the body does
 * not name any.
 */
export function contextIds(request: RestRequest, member: 'scroll_id' | 'pit_id'): readonly string[] | null {
  let ids: readonly string[] | null = null;
  for (const [key, value] of Object.entries(request.json() ?? {})) {
    if (key !== member) throw unknownParameter(key, value);
    const what = Array.isArray(value) ? `${member} array element` : `${member} element`;
    ids = [value].flat().map((id) => {
      if (typeof id !== 'object') return String(id);
      throw illegalArgument(`${what} should only contain ${member}`);
    });
  }
  return ids;
}

export function unknownParameter(key: string, value: JsonValue): OpenSearchError {
  return illegalArgument(
    `Unknown parameter [${key}] in request body or parameter is of the wrong type[${tokenName(value)}] `,
  );
}
