import { type ComponentType, table } from '../components.ts';
import type { CharFilter } from '../stream.ts';
import { htmlStripCharFilter } from './htmlStrip.ts';
import { mappingCharFilter } from './mapping.ts';
import { patternReplaceCharFilter } from './patternReplace.ts';

const rows: readonly ComponentType<CharFilter>[] = [
  { name: 'html_strip', create: (p) => htmlStripCharFilter(p.list('escaped_tags') ?? []) },
  { name: 'mapping', prebuilt: false, normalizing: true, create: mappingCharFilter },
  { name: 'pattern_replace', prebuilt: false, normalizing: true, create: patternReplaceCharFilter },
];

export const charFilters = table(rows);
