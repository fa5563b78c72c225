import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkDataFolder } from '../../src/node/index.ts';

/** The built command as a real process on a free port. */
export interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** SIGTERM, waits for the exit, and checks what it has left in its data folder; the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, waits for the exit, and checks what it has left. */
  kill(): Promise<void>;
}

/** Throws for a data folder in which something is wrong. */
export async function checkFolder(dataPath: string): Promise<void> {
  const { problems, graphs } = await checkDataFolder(dataPath);
  if (problems.length + graphs.length > 0) throw new Error([...problems, ...graphs].join('\n'));
}

const cli = join(import.meta.dirname, '../../dist/cli.js');

/** Starts `dist/cli.js serve --port 0 …` and waits for the URL that it prints first. */
export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<RunningServer> {
  const child = spawn(process.execPath, [...nodeOptions, cli, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code} before it listened: ${errors}`);
    }),
  ]);
  lines.on('line', () => {});
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  const data = args.indexOf('--data');
  const checkLeft = async (): Promise<void> => {
    if (data !== -1) await checkFolder(args[data + 1]);
  };
  return {
    url,
    process: child,
    stop: async () => {
      const code = await end('SIGTERM');
      if (code === 0) await checkLeft();
      return code;
    },
    kill: async () => {
      await end('SIGKILL');
      await checkLeft();
    },
  };
}
