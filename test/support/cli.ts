import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CliServices, runCommandLine } from '../../src/cli/index.ts';

export interface CliRun {
  readonly out: string;
  readonly errors: string;
  readonly code: number;
}

export interface CliOptions extends Partial<CliServices> {
  /** Standard input. */
  readonly input?: string;
  /** A terminal of this width, without colours; without it results go to a pipe. */
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Hears the first thing that the command prints, while it runs. */
  readonly onOutput?: (text: string) => Promise<void>;
}

const never = (): Promise<never> => Promise.reject(new Error('not asked for'));

/** Of a command that speaks to a server only. */
export const noServices: CliServices = {
  version: '0.0.0',
  openNode: never,
  openSeeded: never,
  checkData: never,
  repairData: never,
  plantDemo: never,
};

/** Runs a command line in this process. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const { input = '', columns, environment = {}, onOutput, ...services } = options;
  const screen = (): PassThrough => Object.assign(new PassThrough(), columns ? { isTTY: true, columns } : {});
  const [output, errors] = [screen(), screen()];
  const printed = Promise.all([text(output), text(errors)]);
  const heard = onOutput && once(output, 'data').then(([chunk]) => onOutput(String(chunk)));
  const source = new PassThrough();
  source.end(input);
  const code = await runCommandLine(
    args,
    { ...noServices, ...services },
    { input: source, output, errors, environment },
  );
  await heard;
  output.end();
  errors.end();
  const [out, errorText] = await printed;
  return { out, errors: errorText, code };
}
