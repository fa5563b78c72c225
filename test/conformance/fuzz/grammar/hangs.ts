import { type JsonObject, limits, setProcessLimit, silentLogger } from '../../../../src/common/index.ts';
import { SeededRandom } from '../../../../src/index.ts';
import { loadDemo } from '../../../../src/node/index.ts';
import type { SqlService } from '../../../../src/sql/index.ts';
import { openTestNode, send } from '../../../support/node.ts';
import { type HangText, hangText } from './hangTexts.ts';
import { FEW, FEW_ROWS } from './values.ts';

/** Statements and pipelines against the demo's films: each ends soon, and none breaks the server. */

export interface HangOptions {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** Is told of each problem at once. */
  readonly onProblem: (problem: string) => void;
  /** Is asked after each statement. */
  readonly isOver?: () => boolean;
}

export interface Timed {
  readonly number: number;
  readonly cpuMs: number;
}

export interface HangFigures {
  readonly ran: number;
  /** Answered with rows. */
  readonly answered: number;
  readonly problems: number;
  /** The slowest, worst first. */
  readonly slowest: readonly Timed[];
}

/** The bound; a statement is ended by its own limit of time half of that before. */
const MAX_CPU_MS = 2000;
const KEPT = 10;

export async function findHangs({
  seed,
  first,
  count,
  onProblem,
  isOver,
}: HangOptions): Promise<HangFigures> {
  const node = await openTestNode({ random: new SeededRandom(seed), log: silentLogger });
  const { value } = limits.sqlTimeMs;
  setProcessLimit('sqlTimeMs', MAX_CPU_MS / 2);
  try {
    await loadDemo(node.url);
    const { text } = await send(node.url, 'GET', '/movies/_mapping');
    // The few documents get the whole mapping, including fields that none of them has.
    const { movies } = JSON.parse(text) as Readonly<Record<string, JsonObject>>;
    await send(node.url, 'PUT', `/${FEW}`, movies);
    await send(node.url, 'POST', '/_reindex?refresh=true', {
      max_docs: FEW_ROWS,
      source: { index: 'movies' },
      dest: { index: FEW },
    });
    const sql = await node.services.sql.get();
    let slowest: Timed[] = [];
    let [ran, answered, problems] = [0, 0, 0];
    // Read once per statement, since the system call costs as much as many statements do.
    let before = cpuMsNow();
    for (let number = first; number < first + count && isOver?.() !== true; number++) {
      const { status, problem: broken } = await runOne(sql, hangText(seed, number));
      const now = cpuMsNow();
      const cpuMs = now - before;
      before = now;
      const problem = broken ?? (cpuMs > MAX_CPU_MS ? `${Math.round(cpuMs)} ms` : null);
      ran++;
      if (status === 200) answered++;
      if (slowest.length < KEPT || cpuMs > slowest[KEPT - 1].cpuMs)
        slowest = kept([...slowest, { number, cpuMs }]);
      if (problem === null) continue;
      problems++;
      onProblem(`statement ${number} of seed ${seed}: ${problem}`);
    }
    return { ran, answered, problems, slowest };
  } finally {
    setProcessLimit('sqlTimeMs', value);
    await node.close();
  }
}

function kept(all: readonly Timed[]): Timed[] {
  return [...all].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, KEPT);
}

interface Ran {
  readonly status: number;
  readonly problem: string | null;
}

async function runOne(sql: SqlService, { language, text: query }: HangText): Promise<Ran> {
  let status = 0;
  let problem: string | null = null;
  try {
    const body = JSON.stringify({ query });
    const request = { operation: 'query', parameters: new Map(), body } as const;
    const response = await (language === 'ppl'
      ? sql.pipeline(request)
      : sql.handle({ ...request, sqlParameter: null, contentType: 'application/json' }));
    status = response.status;
    if (status >= 500) problem = `${status}: ${response.body.slice(0, 300)}`;
  } catch (error) {
    problem = error instanceof Error ? `${error.stack?.split('\n').slice(0, 4).join(' ')}` : String(error);
  }
  return { status, problem };
}

function cpuMsNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
