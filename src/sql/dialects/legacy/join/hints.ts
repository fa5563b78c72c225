import { parseHints } from '../translate/hints.ts';
import { refuse } from '../translate/refuse.ts';

/** Settings of a join from hints. Null means no limit. */
export interface JoinHints {
  readonly usesLoops: boolean;
  /** Whether the second table is asked only for the values that the first one has. */
  readonly filtersTerms: boolean;
  readonly usesOldHashJoin: boolean;
  /** Hits of each table at most. */
  readonly tableLimits: readonly [number | null, number | null];
  readonly pageSizes: readonly [number, number];
  readonly blockSize: number;
  /** Second searches at a time of nested loops. */
  readonly loopsAtOnce: number;
}

const DEFAULTS: JoinHints = {
  usesLoops: false,
  filtersTerms: false,
  usesOldHashJoin: false,
  tableLimits: [null, null],
  pageSizes: [10_000, 10_000],
  blockSize: 10_000,
  loopsAtOnce: 100,
};

type Reader = (args: readonly string[]) => Partial<JoinHints>;

const READERS: Readonly<Record<string, Reader>> = Object.assign(Object.create(null), {
  USE_NL: () => ({ usesLoops: true }),
  USE_NESTED_LOOPS: () => ({ usesLoops: true }),
  HASH_WITH_TERMS_FILTER: () => ({ filtersTerms: true }),
  JOIN_ALGORITHM_USE_LEGACY: () => ({ usesOldHashJoin: true }),
  JOIN_TABLES_LIMIT: (args) => ({ tableLimits: [limit(args[0]), limit(args[1])] }),
  JOIN_SCROLL_PAGE_SIZE: (args) => ({ pageSizes: [integer(args[0]), integer(args[1] ?? args[0])] }),
  JOIN_ALGORITHM_BLOCK_SIZE: (args) => ({ blockSize: integer(args[0]) }),
  NL_MULTISEARCH_SIZE: (args) => ({ loopsAtOnce: integer(args[0]) }),
} satisfies Record<string, Reader>);

/** Throws SqlError for arguments that are no numbers. */
export function joinHints(texts: readonly string[]): JoinHints {
  let hints = DEFAULTS;
  for (const { name, args } of parseHints(texts)) {
    const values = args === '' ? [] : args.split(',').map((value) => value.trim());
    hints = { ...hints, ...READERS[name]?.(values) };
  }
  return hints;
}

function limit(text: string | undefined): number | null {
  return text === 'null' || text === 'infinity' ? null : integer(text);
}

function integer(text: string | undefined): number {
  if (text !== undefined && /^-?\d{1,9}$/.test(text)) return Number(text);
  throw refuse(`For input string: "${text ?? ''}"`, 'NumberFormatException');
}
