import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Option } from 'commander';
import { CommandError, ProgramEnded } from '../frame/exitCodes.ts';
import { integer } from '../frame/numbers.ts';
import type { Terminal } from '../frame/terminal.ts';
import type { CliContext, CommandModule, OpenedNode } from '../types.ts';

interface Flags {
  readonly seed?: string;
  readonly port: number;
}

type Signal = (typeof FORWARDED)[number];

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** As shells have it: 128 and the signal's number; a program that is not there; one that cannot be run. */
const SIGNALLED = 128;
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** `rockpool exec … -- COMMAND`: a server in memory for as long as a command runs, which finds its URL in the environment. */
export const exec: CommandModule = {
  examples: [
    { run: 'rockpool exec -- pytest tests', doc: 'OPENSEARCH_URL names an empty server' },
    { run: 'rockpool exec --seed test/data -- go test ./...', doc: 'films.ndjson there is the index films' },
  ],
  define(command, context) {
    command
      .argument('<command...>', 'the command and its arguments, behind --')
      .option(
        '--seed <folder>',
        'files of documents, an index each; films.mapping.json is the mapping of films',
      )
      .addOption(new Option('--port <n>', 'port; 0: a free one').default(0).argParser(integer(0, 65_535)))
      .action((words: string[], flags: Flags) => run(words, flags, context));
  },
};

async function run(words: readonly string[], flags: Flags, context: CliContext): Promise<void> {
  const signals = new Signals(context.terminal);
  try {
    const server = await open(flags, context);
    try {
      await runBeside(server, words, signals, context.terminal);
    } finally {
      await server.close();
    }
  } finally {
    signals.release();
  }
}

async function open({ port, seed }: Flags, { openSeeded }: CliContext): Promise<OpenedNode> {
  try {
    return await openSeeded({ port, seed: seed ?? null });
  } catch (error) {
    throw new CommandError('failed', `could not start: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws ProgramEnded unless the command ends with 0. */
async function runBeside(
  { url }: OpenedNode,
  [program, ...args]: readonly string[],
  signals: Signals,
  { environment }: Terminal,
): Promise<void> {
  if (signals.first !== null) throw new ProgramEnded(SIGNALLED + constants.signals[signals.first]);
  const env = { ...process.env, ...environment, OPENSEARCH_URL: url, ROCKPOOL_URL: url };
  const child = spawn(program, args, { stdio: 'inherit', env });
  signals.forwardTo(child);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notRun(program, error)));
    child.once('exit', (ended, signal) => {
      resolve(signal === null ? (ended ?? 0) : SIGNALLED + constants.signals[signal]);
    });
  });
  if (code !== 0) throw new ProgramEnded(code);
}

function notRun(program: string, { code, message }: NodeJS.ErrnoException): Error {
  if (code === 'ENOENT') return new ProgramEnded(NOT_FOUND, `${program}: no such command`);
  return new ProgramEnded(NOT_EXECUTABLE, `${program} cannot be run: ${message}`);
}

/** Signals are the command's; this process ends after it. */
class Signals {
  /** That came before the command was there. */
  first: Signal | null = null;
  readonly #isTerminal: boolean;
  readonly #heard = new Map<Signal, () => void>();
  #child: ChildProcess | null = null;

  constructor({ input }: Terminal) {
    this.#isTerminal = input.isTTY ?? false;
    for (const signal of FORWARDED) {
      const hear = (): void => this.#hear(signal);
      this.#heard.set(signal, hear);
      process.on(signal, hear);
    }
  }

  forwardTo(child: ChildProcess): void {
    this.#child = child;
  }

  release(): void {
    for (const [signal, hear] of this.#heard) process.off(signal, hear);
  }

  #hear(signal: Signal): void {
    this.first ??= signal;
    // A terminal sends what its keys mean to the command as well: twice would end it hard.
    const isOfKeys = signal === 'SIGINT' || signal === 'SIGQUIT';
    if (!(isOfKeys && this.#isTerminal)) this.#child?.kill(signal);
  }
}
