import { setTimeout as sleep } from 'node:timers/promises';
import { type Catalog, type LanguageName, languages, splitStatements } from '../../statement/index.ts';
import { explained, explanationText } from '../commands/explain.ts';
import { openTarget } from '../files/target.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { readText } from '../frame/files.ts';
import { Server } from '../frame/server.ts';
import { namedServer } from '../frame/serverOptions.ts';
import type { Terminal } from '../frame/terminal.ts';
import { type FormatName, formats } from './formats.ts';
import type { SqlSession } from './session.ts';

export interface MetaCall {
  readonly session: SqlSession;
  /** What stands behind the command's name. */
  readonly rest: string;
  readonly catalog: () => Promise<Catalog>;
  /** Runs a statement as those that are typed without a command. Throws CommandError. */
  readonly run: (statement: string, language: LanguageName) => Promise<unknown>;
  /** Where a profile is looked up, and a file is opened. */
  readonly terminal: Terminal;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** How many files run by `\i` this line is nested in. */
  readonly depth?: number;
}

interface MetaCommand {
  readonly usage: string;
  readonly doc: string;
  /** Throws CommandError. `end`: the shell ends. */
  readonly run: (call: MetaCall) => Promise<'end' | undefined>;
}

/** Commands of the shell itself, by the name behind the backslash. */
export const metaCommands: Readonly<Record<string, MetaCommand>> = {
  dt: { usage: '\\dt', doc: 'tables: indices and aliases', run: listTables },
  d: { usage: '\\d TABLE', doc: 'the columns of a table', run: describeTable },
  h: { usage: '\\h FUNCTION', doc: 'what a function does', run: functionHelp },
  ppl: languageCommand('ppl', 'PIPELINE'),
  sql: languageCommand('sql', 'STATEMENT'),
  explain: {
    usage: '\\explain [plan|analyze] STATEMENT',
    doc: 'the search that it becomes, or its plan',
    run: explain,
  },
  c: {
    usage: '\\c [URL|NAME]',
    doc: 'talk to another server',
    run: connectTo,
  },
  i: {
    usage: '\\i FILE',
    doc: 'run the statements of a file',
    run: runFile,
  },
  o: {
    usage: '\\o [FILE]',
    doc: 'print results into a file, or here again',
    run: async ({ session, rest, terminal }) => {
      await session.divert(rest === '' ? null : openTarget(rest, terminal));
    },
  },
  watch: {
    usage: '\\watch [SECONDS [TIMES]]',
    doc: 'repeat the last statement until Ctrl-C',
    run: watch,
  },
  format: {
    usage: '\\format [FORM]',
    doc: Object.keys(formats).join(', '),
    run: async ({ session, rest }) => {
      if (rest !== '') session.format = formatOf(rest);
      session.output.hint(`format is ${session.format}: ${formats[session.format].doc}`);
    },
  },
  timing: {
    usage: '\\timing [on|off]',
    doc: 'how long statements take',
    run: async ({ session, rest }) => {
      session.isTiming = rest === '' ? !session.isTiming : rest === 'on';
      session.output.hint(`timing is ${session.isTiming ? 'on' : 'off'}`);
    },
  },
  '?': {
    usage: '\\?',
    doc: 'this list',
    run: async ({ session: { output } }) => {
      const rows = Object.values(metaCommands).map(({ usage, doc }) => [usage, doc]);
      const width = Math.max(...rows.map(([usage]) => usage.length));
      for (const [usage, doc] of rows) output.line(`  ${usage.padEnd(width)}  ${doc}`);
    },
  },
  q: { usage: '\\q', doc: 'the end (so does Ctrl-D)', run: async () => 'end' },
};

/** One statement of a language, or from now on all of them. */
function languageCommand(language: LanguageName, what: string): MetaCommand {
  const { title } = languages[language];
  return {
    usage: `\\${language} [${what}]`,
    doc: `run it, or all that follows, as ${title}`,
    run: async ({ session, rest, run }) => {
      if (rest !== '') await run(rest, language);
      else {
        session.language = language;
        session.output.hint(`what is typed is ${title}`);
      }
    },
  };
}

/** Runs a line such as `\d movies`. Throws CommandError, also for one that there is not. True: the shell ends. */
export async function runMeta(line: string, call: Omit<MetaCall, 'rest'>): Promise<boolean> {
  const [, name, rest] = /^\\(\S*)\s*([\s\S]*?)\s*;?\s*$/.exec(line) ?? [];
  const command = Object.hasOwn(metaCommands, name) ? metaCommands[name] : null;
  if (!command) throw new CommandError('usage', `there is no \\${name}; \\? lists what there is`);
  return (await command.run({ ...call, rest })) === 'end';
}

/**
 * Runs statements and lines that begin with a backslash, one after the other; the first that fails is the last. True:
 * one of them ends the shell. Throws CommandError.
 */
export async function runScript(script: string, call: Omit<MetaCall, 'rest'>): Promise<boolean> {
  for (const part of script.split(/^(\\.*)$/m)) {
    if (part.startsWith('\\')) {
      if (await runMeta(part, call)) return true;
      continue;
    }
    const { statements, rest } = splitStatements(part);
    for (const statement of [...statements, rest.trim()]) {
      if (statement !== '') await call.run(statement, call.session.language);
    }
  }
  return false;
}

/** The deepest nesting of `\i`: a file that runs itself must end. */
const DEEPEST = 16;

async function runFile({ rest: file, ...call }: MetaCall): Promise<'end' | undefined> {
  const { depth = 0 } = call;
  if (file === '') throw new CommandError('usage', '\\i expects a file');
  if (depth === DEEPEST)
    throw new CommandError('failed', `${file}: more than ${DEEPEST} files run each other`);
  return (await runScript(readText(file), { ...call, depth: depth + 1 })) ? 'end' : undefined;
}

export function formatOf(text: string): FormatName {
  if (Object.hasOwn(formats, text)) return text as FormatName;
  throw new CommandError('usage', `there is no format ${text}; there are ${Object.keys(formats).join(', ')}`);
}

async function listTables({ session: { output }, catalog }: MetaCall): Promise<undefined> {
  const { tables } = await catalog();
  const rows = [...tables]
    .filter(([name]) => !name.startsWith('.'))
    .map(([name, fields]) => [name, fields.length]);
  output.table([{ name: 'table' }, { name: 'columns', isNumber: true }], rows.sort());
}

async function describeTable({ session: { output }, rest, catalog }: MetaCall): Promise<undefined> {
  if (rest === '') throw new CommandError('usage', '\\d wants the name of a table; \\dt lists them');
  const fields = (await catalog()).tables.get(rest.replaceAll('`', ''));
  if (!fields) throw new CommandError('failed', `there is no table ${rest}; \\dt lists them`);
  const typed = fields.map(({ name, type, dimension }) => [
    name,
    dimension === null ? type : `${type}(${dimension})`,
  ]);
  output.table([{ name: 'column' }, { name: 'type' }], typed);
}

async function functionHelp({ session: { output }, rest, catalog }: MetaCall): Promise<undefined> {
  const wanted = rest.toUpperCase();
  const { functions } = await catalog();
  const found = functions.find(({ name, aliases }) =>
    [name, ...aliases].some((each) => each.toUpperCase() === wanted),
  );
  if (!found) throw new CommandError('failed', `there is no function ${rest}`);
  for (const signature of found.signatures) output.line(`  ${signature.split('; options:')[0]}`);
  output.line(found.doc);
  for (const { sql, value } of found.examples) output.line(`  ${sql} is ${value}`);
}

async function explain({ session, rest }: MetaCall): Promise<undefined> {
  const { hasPlan, title, path } = languages[session.language];
  const [, kind, sql] = /^(?:(plan|analyze|dsl)\s+)?([\s\S]*)$/i.exec(rest) ?? [];
  if (!sql) throw new CommandError('usage', '\\explain wants a statement');
  const isPlan = /^(plan|analyze)$/i.test(kind ?? '');
  if (isPlan && !hasPlan)
    throw new CommandError('usage', `${title} has one explanation: \\explain STATEMENT`);
  const answer = await explained(session.server, path, sql, isPlan, /^analyze$/i.test(kind ?? ''));
  session.output.line(explanationText(answer));
}

async function connectTo({ session, rest, terminal }: MetaCall): Promise<undefined> {
  if (rest !== '') {
    const server = new Server(namedServer(rest, terminal));
    try {
      await server.text('GET', '/');
    } catch (error) {
      server.close();
      throw error;
    }
    session.connect(server);
  }
  session.output.hint(`connected to ${session.server.url}`);
}

async function watch({ session, rest, run, signal }: MetaCall): Promise<undefined> {
  const { last } = session;
  const given = /^(?:(\d+(?:\.\d+)?)(?:\s+(\d+))?)?$/.exec(rest);
  if (!given) throw new CommandError('usage', '\\watch expects seconds, and how often');
  const [, seconds = '2', times] = given;
  if (!last) throw new CommandError('usage', 'there is no statement to watch yet');
  for (let left = Number(times ?? Number.POSITIVE_INFINITY); left > 0; left--) {
    try {
      await run(last.text, last.language);
      if (left > 1) await sleep(Number(seconds) * 1000, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}
