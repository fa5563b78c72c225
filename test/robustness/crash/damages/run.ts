import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { bundle } from '../../../support/bundle.ts';
import type { Damaged } from './damage.ts';
import { makeFolder } from './dataFolder.ts';
import { GOOD, type Judged, type Verdict } from './judge.ts';

/**
 * `npx tsx test/robustness/crash/damages/run.ts --seed 1 --count 1000`: whole data folders damaged at random. Each is refused in
 * words, or its shard is unassigned with the reason, or every answer is what it was. `--first 17 --count 1` tries one
 * again.
 */
const options = new Command('damages')
  .option('--seed <n>', 'seed', Number, 1)
  .option('--first <n>', 'the first trial', Number, 0)
  .option('--count <n>', 'trials', Number, 1000)
  .parse()
  .opts<{ seed: number; first: number; count: number }>();

const HANG_MS = 60_000;

interface Message {
  readonly trial: number;
  readonly damaged: Damaged;
  readonly judged?: Judged;
}

/** One process, until it has tried all or died; the next trial. */
function runProcess(
  program: string,
  args: readonly string[],
  first: number,
  onJudged: (m: Required<Message>) => void,
) {
  const end = options.first + options.count;
  return new Promise<number>((resolve) => {
    const child = fork(program, [...args, String(first), String(end)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let current: Message | null = null;
    let next = first;
    let errors = '';
    let isHanging = false;
    let timer: NodeJS.Timeout | null = null;
    child.stderr?.on('data', (text) => {
      errors = `${errors}${text}`.slice(-500);
    });
    child.on('message', (message: Message) => {
      if (timer) clearTimeout(timer);
      current = message;
      next = message.trial + 1;
      if (message.judged) {
        onJudged(message as Required<Message>);
        current = null;
      } else {
        timer = setTimeout(() => {
          isHanging = true;
          child.kill('SIGKILL');
        }, HANG_MS);
      }
    });
    child.on('exit', (code, signal) => {
      if (timer) clearTimeout(timer);
      if (current) {
        const verdict: Verdict = isHanging ? 'hang' : 'crash';
        onJudged({ ...current, judged: { verdict, detail: `${code ?? signal} ${errors}` } });
      } else if (code !== 0) throw new Error(`the trials ended with ${code ?? signal}: ${errors}`);
      resolve(next);
    });
  });
}

const root = mkdtempSync(join(tmpdir(), 'rockpool-damages-'));
const program = await bundle('test/robustness/crash/damages/trialProcess.ts');
const tally = new Map<Verdict, number>();
const byKind = new Map<string, number>();
let faults = 0;
try {
  const [work, good, older] = ['work', 'good', 'older'].map((name) => join(root, name));
  await makeFolder(work, good, older);
  const args = [good, older, String(options.seed)];
  for (let next = options.first; next < options.first + options.count; ) {
    next = await runProcess(program.path, args, next, ({ trial, damaged, judged }) => {
      tally.set(judged.verdict, (tally.get(judged.verdict) ?? 0) + 1);
      if (GOOD.has(judged.verdict)) return;
      faults++;
      const kind = `${judged.verdict}, ${damaged.kind}`;
      byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
      const again = `npx tsx test/robustness/crash/damages/run.ts --seed ${options.seed} --first ${trial} --count 1`;
      const what = `${damaged.kind} ${damaged.path}: ${judged.verdict}: ${judged.detail}`;
      console.log(`${again} # ${what}`.replaceAll('\n', ' ').slice(0, 400));
    });
  }
} finally {
  program.remove();
  rmSync(root, { recursive: true, force: true });
}
for (const [kind, count] of [...byKind].sort()) console.log(`${String(count).padStart(5)} ${kind}`);
const counts = [...tally].sort().map(([verdict, count]) => `${count} ${verdict}`);
console.log(`${faults} faults in ${options.count} damaged folders: ${counts.join(', ')}`);
process.exitCode = faults === 0 ? 0 : 1;
