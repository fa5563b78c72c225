import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { type LanguageName, languages } from '../../statement/index.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { readText } from '../frame/files.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { integer } from '../frame/numbers.ts';
import type { Terminal } from '../frame/terminal.ts';
import { readCatalog } from '../sql/catalog.ts';
import { type FormatName, formats } from '../sql/formats.ts';
import { runScript } from '../sql/metaCommands.ts';
import { SqlSession, underlined } from '../sql/session.ts';
import { Shell } from '../sql/shell.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly format: FormatName;
  readonly file?: string;
  readonly fetchSize?: number;
  readonly timing?: boolean;
}

const examples: Readonly<Record<LanguageName, CommandModule['examples']>> = {
  sql: [
    { run: 'rockpool sql', doc: 'the shell; \\? in it lists its commands' },
    {
      run: 'rockpool sql "SELECT title, imdb FROM movies ORDER BY imdb DESC LIMIT 3"',
      doc: 'one statement',
    },
    { run: 'echo "SELECT COUNT(*) FROM movies" | rockpool sql --format csv', doc: 'statements of a pipe' },
    { run: 'rockpool sql -f report.sql --format markdown', doc: 'statements of a file' },
  ],
  ppl: [
    { run: 'rockpool ppl', doc: 'the shell, for pipelines; \\sql in it goes over to SQL' },
    { run: 'rockpool ppl "source=movies | where imdb > 9 | fields title, imdb"', doc: 'one pipeline' },
    {
      run: 'echo "source=movies | stats count() by genre" | rockpool ppl --format csv',
      doc: 'pipelines of a pipe',
    },
  ],
};

/** A shell in a terminal; otherwise the statements of its argument or of standard input. */
function statements(language: LanguageName): CommandModule {
  return {
    examples: examples[language],
    define(command, context) {
      const forms = Object.entries(formats).map(([name, { doc }]) => `${name}: ${doc}`);
      command
        .argument('[statements]', 'what to run; several end with ; each')
        .option('-f, --file <file>', 'run the statements of a file (-: standard input)')
        .addOption(
          new Option('--format <format>', forms.join('; ')).choices(Object.keys(formats)).default('table'),
        );
      if (languages[language].hasPages) {
        command.addOption(
          new Option('--fetch-size <rows>', 'rows that one answer has').argParser(integer(1)),
        );
      }
      command.option('--timing', 'say how long statements take');
      onServer<Flags>(command, context, (call) => run(language, call));
    },
  };
}

/** `rockpool sql` and `rockpool ppl`: the same in two languages. */
export const sql = statements('sql');
export const ppl = statements('ppl');

async function run(
  language: LanguageName,
  { server, output, flags, args, context }: ServerCommand<Flags>,
): Promise<void> {
  const [script] = args as readonly [string | undefined];
  const { json, format, file, fetchSize = null } = flags;
  if (script !== undefined && file)
    throw new CommandError('usage', 'expected statements or --file, not both');
  const session = new SqlSession(server, output, json ? 'json' : format, fetchSize, language);
  session.isTiming = flags.timing ?? false;
  const { terminal } = context;
  try {
    if (script === undefined && !file && terminal.input.isTTY) {
      await server.text('GET', '/');
      output.hint(`${server.url}; \\? for help, \\q to leave`);
      await new Shell(session, terminal).run();
    } else await runAll(session, script ?? (await scriptOf(file ?? '-', terminal)), terminal);
  } finally {
    await session.close();
  }
}

function scriptOf(file: string, { input }: Terminal): Promise<string> | string {
  return file === '-' ? text(input) : readText(file);
}

/** One after the other; the first that fails is the last. Lines that begin with a backslash are for the shell. */
async function runAll(session: SqlSession, script: string, terminal: Terminal): Promise<void> {
  await withInterrupt((signal) =>
    runScript(script, {
      session,
      terminal,
      signal,
      catalog: () => readCatalog(session.server),
      run: (statement: string, language: LanguageName) => runOne(session, statement, language, signal),
    }),
  );
}

async function runOne(
  session: SqlSession,
  statement: string,
  language: LanguageName,
  signal: AbortSignal,
): Promise<void> {
  try {
    await session.run(statement, language, signal, null);
  } catch (error) {
    for (const line of underlined(statement, error)) session.output.note(line);
    throw error;
  }
}
