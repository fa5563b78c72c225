import type { MappedFieldType } from '../../mapper/index.ts';
import { constantScoreQuery } from '../bound/constantScore.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import type { QueryShardContext } from '../types.ts';

/** search_as_you_type fields delegate phrases and prefixes to their sub-fields. */

/** The words at one position of a phrase. */
interface Place {
  readonly position: number;
  readonly terms: readonly string[];
}

interface ShinglePhrase {
  readonly field: string;
  readonly groups: readonly Place[];
}

/** Length of the longest indexed prefix. */
const MAX_PREFIX = 20;

/**
 * Converts a phrase to shingles of the sub-field with the longest ones; `null` if the field itself must be
 * searched.
 */
export function shinglePhrase(
  { asYouType }: MappedFieldType,
  groups: readonly Place[],
  slop: number,
): ShinglePhrase | null {
  if (asYouType?.part !== 'whole' || slop > 0 || groups.length < 2) return null;
  const first = groups[0].position;
  if (groups.some(({ position }, i) => position !== first + i)) return null;
  const size = Math.min(groups.length, asYouType.maxShingle);
  const windows = groups.slice(0, groups.length - size + 1);
  return {
    field: `${asYouType.root}._${size}gram`,
    groups: windows.map(({ position }, i) => ({ position, terms: joined(groups.slice(i, i + size)) })),
  };
}

/** All combinations of one word per position. */
function joined(places: readonly Place[]): string[] {
  return places.reduce<string[]>(
    (paths, { terms }) =>
      paths.length === 0 ? [...terms] : paths.flatMap((path) => terms.map((term) => `${path} ${term}`)),
    [],
  );
}

/**
 * The words that begin with `prefix`, as one term of the prefix sub-field; `null` if it is too short or too
 * long.
 */
export function indexedPrefix(
  context: QueryShardContext,
  { asYouType }: MappedFieldType,
  prefix: string,
  scored: boolean,
): BoundQuery | null {
  if (asYouType === undefined || prefix === '') return null;
  const term = termQuery(context, `${asYouType.root}._index_prefix`, prefix);
  if (asYouType.part === 'prefixes') return term;
  if (prefix.length > MAX_PREFIX) return null;
  return scored ? term : constantScoreQuery(term);
}

/** The last shingle of a phrase as a term of the prefix sub-field; `null` if the phrase has more than one. */
export function prefixOfPhrase(
  context: QueryShardContext,
  { asYouType }: MappedFieldType,
  { groups }: ShinglePhrase,
): BoundQuery | null {
  if (asYouType === undefined || groups.length > 1 || groups[0].terms.length > 1) return null;
  const [text] = groups[0].terms;
  return text.length <= MAX_PREFIX ? termQuery(context, `${asYouType.root}._index_prefix`, text) : null;
}
