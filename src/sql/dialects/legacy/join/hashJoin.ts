import type { ClientHit } from '../../../../client/index.ts';
import type { JsonObject, JsonValue, Pacer } from '../../../../common/index.ts';
import { bytesOf, type Holding } from '../../../executor/index.ts';
import { bool } from '../translate/bool.ts';
import type { KeyPair } from './conditions.ts';
import { KeyTable } from './keys.ts';
import { explainInputs, type JoinRow, type JoinRun, type Operator, pathValue } from './operator.ts';
import type { JoinSides } from './statement.ts';

export interface HashJoinOptions {
  readonly sides: JoinSides;
  readonly type: string;
  /** Pairs of compared fields; a group each for the sides of an OR; no group: every pair of rows. */
  readonly groups: readonly (readonly KeyPair[])[];
  readonly blockSize: number;
  /** All of the left table at once: what sorts the rows anyway need not have them block by block. */
  readonly inOneBlock: boolean;
  readonly filtersTerms: boolean;
}

/** Left documents go into a table by their keys, a block at a time; the right ones look for theirs. */
export function hashJoin(
  left: Operator<ClientHit>,
  right: Operator<ClientHit>,
  options: HashJoinOptions,
): Operator<JoinRow> {
  const { type, blockSize, filtersTerms } = options;
  const conditions = conditionsText(options);
  return {
    explain(plan) {
      const inputs = explainInputs([left.explain(plan), right.explain(plan)]);
      if (plan === 'logical') return { [`Join [ conditions=${conditions} type=${type} ]`]: inputs };
      const block =
        blockSize > 0 ? `[FixedBlockSize with size=${blockSize}]` : '[AdaptiveBlockSize with upperLimit=0]';
      const name = `BlockHashJoin[ conditions=${conditions}, type=${type}, blockSize=${block} ]`;
      return { [name]: { useTermsFilterOptimization: filtersTerms, ...inputs } };
    },
    async *run(run) {
      const size = options.inOneBlock ? Number.POSITIVE_INFINITY : blockSize;
      const holding = run.budget.open();
      try {
        for await (const block of blocks(left.run(run), size, holding)) {
          yield* joinBlock(block, right, options, run);
        }
      } finally {
        holding.release();
      }
    },
  };
}

async function* joinBlock(
  block: readonly ClientHit[],
  right: Operator<ClientHit>,
  { groups, type, filtersTerms }: HashJoinOptions,
  run: JoinRun,
): AsyncGenerator<readonly JoinRow[]> {
  const table = await LeftTable.of(groups, block, run.pacer);
  const alone = type === 'LEFT_OUTER_JOIN' ? new Set(block) : null;
  let rows: JoinRow[] = [];
  for await (const hits of right.run(run, filtersTerms ? table.termsFilter() : undefined)) {
    for (const hit of hits) {
      for (const partner of table.partners(hit)) {
        alone?.delete(partner);
        rows.push({ left: partner, right: hit });
        if (rows.length < ROWS_AT_ONCE) continue;
        await run.pacer.pause();
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
    rows = [];
  }
  if (alone !== null) yield await run.pacer.map([...alone], (hit) => ({ left: hit, right: null }));
}

const ROWS_AT_ONCE = 1000;

async function* blocks(
  pages: AsyncGenerator<readonly ClientHit[]>,
  size: number,
  holding: Holding,
): AsyncGenerator<readonly ClientHit[]> {
  let block: ClientHit[] = [];
  for await (const hits of pages) {
    for (const hit of hits) {
      block.push(hit);
      holding.add(1, bytesOf([hit]));
      if (block.length < size) continue;
      yield block;
      holding.release();
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** The left documents of a block by each group of compared fields. */
class LeftTable {
  readonly #groups: readonly (readonly KeyPair[])[];
  readonly #tables: readonly KeyTable<ClientHit>[];
  readonly #all: readonly ClientHit[];

  private constructor(groups: readonly (readonly KeyPair[])[], hits: readonly ClientHit[]) {
    this.#groups = groups;
    this.#all = hits;
    this.#tables = groups.map(() => new KeyTable());
  }

  static async of(
    groups: readonly (readonly KeyPair[])[],
    hits: readonly ClientHit[],
    pacer: Pacer,
  ): Promise<LeftTable> {
    const table = new LeftTable(groups, hits);
    for (const [i, pairs] of groups.entries()) {
      const names = pairs.map(({ left }) => left);
      for (const hit of hits) {
        if (pacer.due()) await pacer.pause();
        const key = keyOf(hit, names);
        if (key !== null) table.#tables[i].add(key, hit);
      }
    }
    return table;
  }

  /** Each partner once, however many groups bring it. */
  partners(hit: ClientHit): Iterable<ClientHit> {
    if (this.#groups.length === 0) return this.#all;
    const found = this.#tables.map((table, i) => {
      const key = keyOf(
        hit,
        this.#groups[i].map(({ right }) => right),
      );
      return key === null ? [] : table.find(key);
    });
    return found.length === 1 ? found[0] : new Set(found.flat());
  }

  /** What the right documents must have, by the values that there are; texts in small letters, as the original asks. */
  termsFilter(): JsonObject {
    const groups = this.#groups.map((pairs, i) => {
      const values = pairs.length === 1 ? this.#tables[i].plainKeys() : [];
      const terms = pairs.map(({ left, right }): JsonObject => {
        const known = pairs.length === 1 ? values : this.#valuesOf(left);
        return { terms: { [right]: known.map(inSmallLetters), boost: 1 } };
      });
      return bool({ must: terms });
    });
    return bool({ should: groups.length === 0 ? [bool({})] : groups });
  }

  #valuesOf(name: string): JsonValue[] {
    const values = this.#all.map((hit) => pathValue(hit._source ?? {}, name));
    return [...new Set(values.filter((value) => value !== null))];
  }
}

function inSmallLetters(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Null when a value is missing: the document has no partner. */
function keyOf({ _source = {} }: ClientHit, names: readonly string[]): JsonValue[] | null {
  const values = names.map((name) => pathValue(_source, name));
  return values.includes(null) ? null : values;
}

function conditionsText({ groups, sides: [left, right] }: HashJoinOptions): string {
  return groups
    .map((pairs) => {
      const equalities = pairs.map(
        (pair) => `${left.table.alias}.${pair.left} = ${right.table.alias}.${pair.right}`,
      );
      return `( ${equalities.join(' AND ')} )`;
    })
    .join(' OR ');
}
