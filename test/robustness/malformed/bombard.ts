import { Pick } from '../../conformance/fuzz/pick.ts';
import { type HostileInput, withJson, withLines } from '../hostile/input.ts';
import { type Kind, kinds } from './inputs.ts';
import { type Answer, FOLDER_PREFIX, type Target, type TargetName, targets } from './targets.ts';

export interface Bombardment {
  /** Milliseconds, rounded up, and how many answers took so long. */
  readonly delays: ReadonlyMap<number, number>;
  /** Each with the line that runs it again. */
  readonly problems: readonly string[];
}

export interface BombardOptions {
  readonly seed: number;
  /** Number of the first input. */
  readonly first: number;
  readonly count: number;
  readonly target: TargetName;
  /** Hears the number of each input before it is sent. */
  readonly onInput?: (number: number) => void;
}

/** Answers above 499 that the original gives too. */
const RECORDED_5XX = /"type"\s*:\s*"(?:too_many_buckets_exception|k_n_n_invalid_indices_exception)"/;
const LEAK = new RegExp(`\\n\\s+at .+:\\d+:\\d+\\)|node_modules|dist\\/|${FOLDER_PREFIX}`);
/** Where the statistics of a node say where its data lies, as the original's do. */
const DATA_PATH = /"path"\s*:\s*"[^"]*"/g;
const POOL = {
  settings: { index: { knn: true } },
  mappings: {
    properties: {
      n: { type: 'long' },
      tag: { type: 'keyword' },
      title: { type: 'text' },
      day: { type: 'date' },
      v: { type: 'knn_vector', dimension: 4 },
    },
  },
};

/**
 * Inputs by grammar and with bytes changed: none is answered with a 5xx, none hangs, none shows a stack or a path, and
 * in the end no prototype and no other file has changed.
 */
export async function bombard({ seed, first, count, target, onInput }: BombardOptions): Promise<Bombardment> {
  const aim = await targets[target]();
  const problems: string[] = [];
  const delays = new Map<number, number>();
  try {
    await fill(aim);
    const cursors = await openCursors(aim);
    let next = first;
    const worker = async (): Promise<void> => {
      while (next < first + count) {
        const number = next++;
        onInput?.(number);
        const input = inputOf(seed, number, cursors);
        const before = performance.now();
        const answer = await aim.ask(input);
        const ms = Math.ceil(performance.now() - before);
        delays.set(ms, (delays.get(ms) ?? 0) + 1);
        const said = judge(input, answer);
        if (said !== null) problems.push(`${said}\n  ${described(input)}\n  ${replay(seed, number, target)}`);
      }
    };
    await Promise.all(Array.from({ length: aim.connections }, worker));
  } finally {
    const line = `replay: npm run fuzz:malformed -- --seed ${seed} --first ${first} --count ${count} --target ${target}`;
    problems.push(...(await aim.close()).map((wrong) => `${wrong}\n  ${line}`));
  }
  return { delays, problems };
}

export function replay(seed: number, number: number, target: TargetName): string {
  return `replay: npm run fuzz:malformed -- --seed ${seed} --first ${number} --count 1 --target ${target}`;
}

function inputOf(seed: number, number: number, cursors: readonly string[]): HostileInput {
  const pick = new Pick(seed, number);
  return kindOf(pick).make(pick, cursors);
}

function kindOf(pick: Pick): Kind {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let at = pick.int(1, total);
  return kinds.find(({ weight }) => (at -= weight) <= 0) ?? kinds[0];
}

function described({ method, path, body }: HostileInput): string {
  return `${method} ${path} ${JSON.stringify(body?.toString() ?? '').slice(0, 600)}`;
}

/** What is wrong with the answer; null: nothing. */
function judge(input: HostileInput, { status, body, type }: Answer): string | null {
  if (status === 0) return `no answer: ${body}`;
  if (status >= 500 && !RECORDED_5XX.test(body)) return `${status} ${body.slice(0, 300)}`;
  const shown = body.replace(DATA_PATH, '');
  if (LEAK.test(shown) && !LEAK.test(input.body?.toString() ?? ''))
    return `a path or a stack: ${body.slice(0, 300)}`;
  const isText = status < 400 && /[?&]format=|_explain/.test(input.path);
  if (type.startsWith('application/json') && body !== '' && !isText && !isJson(body)) {
    return `no JSON: ${status} ${body.slice(0, 300)}`;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function fill(target: Target): Promise<void> {
  await target.ask(withJson('pool', 'PUT', '/pool', POOL));
  const document = (i: number): string =>
    JSON.stringify({
      n: i,
      tag: 'ab'.repeat(i % 5),
      title: `big fish ${i}`,
      day: '2020-01-01',
      v: [i, 1, 2, 3],
    });
  const lines = Array.from({ length: 50 }, (_, i) => `{"index":{"_id":"${i}"}}\n${document(i)}\n`);
  const { status } = await target.ask(withLines('documents', '/pool/_bulk?refresh=true', lines.join('')));
  if (status !== 200) throw new Error(`the documents were refused with ${status}`);
}

async function openCursors(target: Target): Promise<string[]> {
  const statements = ['SELECT n FROM pool', 'SELECT tag, n FROM pool WHERE n > 2'];
  const answers = await Promise.all(
    statements.map((query) =>
      target.ask(withJson('sql', 'POST', '/_plugins/_sql', { query, fetch_size: 5 })),
    ),
  );
  return answers.map(({ body }) => String((JSON.parse(body) as { cursor?: string }).cursor ?? ''));
}
