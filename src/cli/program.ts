import { Command, CommanderError } from 'commander';
import { commandTable } from './commandTable.ts';
import { CommandError, exitCodes, ProgramEnded } from './frame/exitCodes.ts';
import { processTerminal, type Terminal } from './frame/terminal.ts';
import { styled } from './text/style.ts';
import type { CliContext, CliServices, CommandExample, CommandRow } from './types.ts';

/**
 * Runs `rockpool …` with the arguments behind its name and resolves to the exit code; a server that it started lives
 * on. Errors are one line on standard error.
 */
export async function runCommandLine(
  args: readonly string[],
  services: CliServices,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  quietWhenNobodyReads(terminal);
  const [first, ...rest] = args;
  const asked = first === 'help' ? [...rest, '--help'] : args;
  try {
    await createProgram({ ...services, terminal }).parseAsync(asked, { from: 'user' });
    return exitCodes.done.code;
  } catch (error) {
    return failed(error, terminal);
  }
}

function createProgram(context: CliContext): Command {
  const { output, errors } = context.terminal;
  const program = new Command('rockpool')
    .description('A search engine in one process: OpenSearch 2.7 with SQL and k-NN, emulated.')
    .helpCommand(false)
    .version(context.version, '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => void errors.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'rockpool: ')),
      getOutHelpWidth: () => Math.min(output.columns ?? 100, 110),
    })
    .exitOverride()
    .addHelpText('after', programNotes());
  const modules = new Map(commandTable.map((row) => [row.name, row]));
  for (const { name, doc } of commandTable) program.command(name).description(doc);
  program.hook('preSubcommand', async (_program, command) => {
    const row = modules.get(command.name());
    if (row) await define(row, command, context);
  });
  return program;
}

async function define(row: CommandRow, command: Command, context: CliContext): Promise<void> {
  const module = await row.load();
  module.define(command, context);
  const parts = [command, ...command.commands];
  for (const part of parts) {
    const path = part === command ? row.name : `${row.name} ${part.name()}`;
    part.showHelpAfterError(`(rockpool ${path} --help tells more)`);
  }
  command.addHelpText('after', examplesText(module.examples));
}

function examplesText(examples: readonly CommandExample[]): string {
  const lines = examples.flatMap(({ run, doc }) => [
    `  # ${doc}`,
    ...run.split('\n').map((line) => `  ${line}`),
  ]);
  return `\nExamples:\n${lines.join('\n')}`;
}

function programNotes(): string {
  const codes = Object.values(exitCodes).map(({ code, doc }) => `  ${String(code).padEnd(4)}${doc}`);
  return `
All but serve, exec, check and completion talk to the server at http://127.0.0.1:9200; --url URL (or ROCKPOOL_URL, or
OPENSEARCH_URL) names another.

Exit codes:
${codes.join('\n')}

\`rockpool COMMAND --help\` has examples.`;
}

/** Prints what went wrong, in a line; the exit code. */
function failed(error: unknown, { errors }: Terminal): number {
  // What the help and the version end with is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code;
  const words = error instanceof Error ? error.message : String(error);
  if (words !== '')
    errors.write(`${styled(errors)('red', 'rockpool:')} ${words.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  if (error instanceof ProgramEnded) return error.code;
  return exitCodes[error instanceof CommandError ? error.reason : 'failed'].code;
}

/** `rockpool dump … | head`: the reader that has enough ends the command, without an error. */
function quietWhenNobodyReads({ output }: Terminal): void {
  output.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done.code);
    throw error;
  });
}
