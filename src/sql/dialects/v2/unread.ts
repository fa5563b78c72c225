import type { UnreadPart } from '../../ast/index.ts';
import { LIMIT_WITHOUT_FROM } from '../../warnings.ts';
import { isPart, type UnreadRule } from '../readGate.ts';

/** What the V2 engine leaves unread. */
export const unreadByV2: readonly UnreadRule[] = [
  {
    name: 'hints',
    example: 'SELECT /*! DOCS_WITH_AGGREGATION(2) */ staff_id FROM staff',
    covers: isPart('select.hints'),
    warning: 'hints are comments to the V2 engine: they change nothing',
  },
  {
    name: 'a NULL that is counted',
    example: 'SELECT COUNT(NULL) FROM staff',
    covers: (part) => isCounted(part, (value) => value === null),
    warning: 'COUNT(NULL) counts every row',
  },
  {
    name: 'a constant that is counted',
    example: 'SELECT COUNT(1) FROM staff',
    covers: (part) => isCounted(part, (value) => value !== null),
    warning: null,
  },
  {
    name: 'LIMIT without FROM',
    example: 'SELECT 1 LIMIT 0',
    covers: isPart('select.limit', 'select.offset'),
    warning: LIMIT_WITHOUT_FROM,
  },
];

function isCounted({ path, part }: UnreadPart, test: (value: unknown) => boolean): boolean {
  const isLiteral = typeof part === 'object' && part !== null && 'value' in part;
  return path.at(-1) === 'call.args' && isLiteral && test(part.value);
}
