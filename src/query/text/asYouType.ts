import type { MappedFieldType } from '../../mapper/index.ts';
import { constantScoreQuery } from '../bound/constantScore.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import type { QueryShardContext } from '../types.ts';

/** Fields of the type search_as_you_type hand phrases and prefixes over to the fields below them. */

/** The words at one place of a phrase. */
interface Place {
  readonly position: number;
  readonly terms: readonly string[];
}

interface ShinglePhrase {
  readonly field: string;
  readonly groups: readonly Place[];
}

/** Letters of the longest prefix that is indexed. */
const MAX_PREFIX = 20;

/** The phrase as shingles of the field that has the longest; null where the field itself must find it. */
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

/** Every way through the words of some places. */
function joined(places: readonly Place[]): string[] {
  return places.reduce<string[]>(
    (paths, { terms }) =>
      paths.length === 0 ? [...terms] : paths.flatMap((path) => terms.map((term) => `${path} ${term}`)),
    [],
  );
}

/** The words that begin with `prefix`, as one term of the field of prefixes; null where it has none so short or long. */
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

/** The last shingle of a phrase as a term of the field of prefixes; null where the phrase has more than one. */
export function prefixOfPhrase(
  context: QueryShardContext,
  { asYouType }: MappedFieldType,
  { groups }: ShinglePhrase,
): BoundQuery | null {
  if (asYouType === undefined || groups.length > 1 || groups[0].terms.length > 1) return null;
  const [text] = groups[0].terms;
  return text.length <= MAX_PREFIX ? termQuery(context, `${asYouType.root}._index_prefix`, text) : null;
}
