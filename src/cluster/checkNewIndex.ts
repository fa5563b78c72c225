import {
  type FlatSettings,
  hashMapOrder,
  illegalArgument,
  notEmulated,
  type OpenSearchError,
} from '../common/index.ts';
import type { MapperService } from '../mapper/index.ts';
import { similarityOfSettings } from '../query/index.ts';
import { checkIndexSort } from './indexSort.ts';

const NORMALIZATION = [
  'normalization',
  'normalization.h1.c',
  'normalization.h2.c',
  'normalization.h3.c',
  'normalization.z.z',
];

/** Types of `index.similarity.*` and the settings that each accepts. */
const SIMILARITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BM25', ['k1', 'b', 'discount_overlaps']],
  ['boolean', []],
  ['DFR', ['basic_model', 'after_effect', ...NORMALIZATION]],
  ['DFI', ['independence_measure']],
  ['IB', ['distribution', 'lambda', ...NORMALIZATION]],
  ['LMDirichlet', ['mu']],
  ['LMJelinekMercer', ['lambda']],
]);

const SIMILARITY_SETTING = /^index\.similarity\.([^.]+)\./;

const STORE_TYPES: ReadonlySet<string> = new Set(['fs', 'niofs', 'mmapfs', 'simplefs', 'hybridfs', '']);

/** Checks settings that matter only when an index is created. Throws illegal_argument_exception. */
export function checkNewSettings(settings: FlatSettings): void {
  if (settings.get('index.soft_deletes.enabled') === 'false') {
    throw illegalArgument(
      'Creating indices with soft-deletes disabled is no longer supported. Please do not specify a value for ' +
        'setting [index.soft_deletes.enabled].',
    );
  }
  const store = settings.get('index.store.type') ?? '';
  if (!STORE_TYPES.has(store)) throw illegalArgument(`Unknown store type [${store}]`);
  for (const key of settings.keys()) {
    const name = SIMILARITY_SETTING.exec(key)?.[1];
    if (name === undefined) continue;
    const type = settings.get(`index.similarity.${name}.type`);
    if (type === undefined) throw illegalArgument(`Similarity [${name}] must have an associated type`);
    checkSimilarity(settings, name, type);
  }
}

function checkSimilarity(settings: FlatSettings, name: string, type: string): void {
  const known = SIMILARITIES.get(type);
  if (known === undefined) throw unknownSimilarity(name, type);
  const prefix = `index.similarity.${name}.`;
  const given = [...settings.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
  const unknown = given.filter((key) => key !== 'type' && !known.includes(key));
  if (unknown.length > 0) {
    const listed = hashMapOrder(unknown).join(', ');
    throw illegalArgument(`Unknown settings for similarity of type [${type}]: [${listed}]`);
  }
  similarityOfSettings(settings, name);
}

/** Checks that the settings of a new index fit its mapping. Throws illegal_argument_exception. */
export function checkNewIndex(name: string, settings: FlatSettings, mapper: MapperService): void {
  if (Number(settings.get('index.routing_partition_size') ?? 1) > 1 && mapper.routingRequired !== true) {
    throw illegalArgument(`mapping type [_doc] must have routing required for partitioned index [${name}]`);
  }
  checkIndexSort(settings, mapper);
}

function unknownSimilarity(name: string, type: string): OpenSearchError {
  if (type === 'scripted') return notEmulated('the similarity type [scripted]');
  if (type !== 'classic') return illegalArgument(`Unknown Similarity type [${type}] for [${name}]`);
  return illegalArgument(
    'The [classic] similarity may not be used anymore. Please use the [BM25] similarity or build a custom ' +
      '[scripted] similarity instead.',
  );
}
