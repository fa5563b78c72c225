import { createInterface, type Interface } from 'node:readline';
import { counted } from '../../figures/index.ts';
import { type Catalog, candidatesAt, type LanguageName, splitStatements } from '../../statement/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { stateFolder } from '../frame/stateFolder.ts';
import type { Terminal } from '../frame/terminal.ts';
import { styled } from '../text/style.ts';
import { readCatalog } from './catalog.ts';
import { History } from './history.ts';
import { metaCommands, runMeta } from './metaCommands.ts';
import { type Screen, type SqlSession, underlined } from './session.ts';

const CONTINUED = '  -> ';
/** Lines that the prompt and the frame of a table take. */
const OTHER_LINES = 6;
const LEAST_ROWS = 10;

/** The interactive shell: statements of several lines until `;`, history, completion, commands with a backslash. */
export class Shell {
  readonly #session: SqlSession;
  readonly #terminal: Terminal;
  readonly #history: History;
  readonly #lines: Interface;
  #buffer = '';
  #catalog: Catalog | null = null;
  /** Of the statement that runs. */
  #running: AbortController | null = null;
  /** Takes the next line instead of the shell. */
  #asked: ((line: string) => void) | null = null;

  constructor(session: SqlSession, terminal: Terminal) {
    this.#session = session;
    this.#terminal = terminal;
    this.#history = new History(stateFolder(terminal));
    this.#lines = createInterface({
      input: terminal.input,
      output: terminal.output,
      terminal: true,
      prompt: promptOf(session),
      history: [...this.#history.lines],
      completer: (line: string) => this.#complete(line),
    });
  }

  /** Resolves when the person leaves. */
  async run(): Promise<void> {
    const waiting: string[] = [];
    let wake: (() => void) | null = null;
    let isOver = false;
    this.#lines.on('line', (line) => {
      if (this.#asked) this.#asked(line);
      else waiting.push(line);
      wake?.();
    });
    this.#lines.on('SIGINT', () => this.#interrupt());
    this.#lines.on('close', () => {
      isOver = true;
      this.#running?.abort();
      this.#asked?.('q');
      wake?.();
    });
    void this.#refresh();
    while (!isOver || waiting.length > 0) {
      const line = waiting.shift();
      if (line === undefined) {
        this.#prompt();
        await new Promise<void>((resolve) => (wake = resolve));
      } else if (await this.#take(line)) break;
    }
    this.#lines.close();
    this.#history.save();
  }

  #prompt(): void {
    this.#lines.setPrompt(this.#buffer === '' ? promptOf(this.#session) : CONTINUED);
    this.#lines.prompt();
  }

  /** True: this was the last line. */
  async #take(line: string): Promise<boolean> {
    if (this.#buffer === '' && line.trimStart().startsWith('\\')) {
      this.#remember(line);
      return this.#command(line.trim());
    }
    this.#buffer += this.#buffer === '' ? line : `\n${line}`;
    const { statements, rest } = splitStatements(this.#buffer);
    this.#buffer = rest.trim() === '' ? '' : rest;
    for (const sql of statements) {
      this.#remember(`${sql};`);
      await this.#runOne(sql, this.#session.language);
    }
    return false;
  }

  async #runOne(statement: string, language: LanguageName): Promise<void> {
    await this.#attempt(
      (signal) => this.#session.run(statement, language, signal, this.#screen()),
      () => statement,
    );
  }

  /** A line that begins with a backslash. True: the shell ends. */
  async #command(line: string): Promise<boolean> {
    const { server } = this.#session;
    let failed = '';
    const isLast = await this.#attempt(
      (signal) => {
        const call = {
          session: this.#session,
          terminal: this.#terminal,
          signal,
          catalog: () => this.#refreshed(),
          run: async (statement: string, language: LanguageName) => {
            failed = statement;
            await this.#session.run(statement, language, signal, this.#screen());
            failed = '';
          },
        };
        return runMeta(line, call);
      },
      () => failed,
    );
    if (this.#session.server !== server) await this.#refresh();
    return isLast ?? false;
  }

  /** A statement of several lines is one entry. */
  #remember(statement: string): void {
    this.#history.add(statement);
    const { history } = this.#lines as Interface & { readonly history: string[] };
    history.splice(0, history.length, ...this.#history.lines);
  }

  #screen(): Screen {
    const rows = Math.max(LEAST_ROWS, (this.#terminal.output.rows ?? 40) - OTHER_LINES);
    return { rows, more: (left) => this.#more(left) };
  }

  #more(left: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#asked = (line) => {
        this.#asked = null;
        resolve(!/^\s*[qn]/i.test(line));
      };
      this.#lines.setPrompt(`-- ${counted(left, 'more row')}; Enter shows them, q does not -- `);
      this.#lines.prompt();
    });
  }

  /** null: it failed, and the reason has been printed, beside the statement that it is about. */
  async #attempt<T>(work: (signal: AbortSignal) => Promise<T>, statement: () => string): Promise<T | null> {
    const running = new AbortController();
    this.#running = running;
    try {
      return await work(running.signal);
    } catch (error) {
      this.#fail(statement(), error);
      return null;
    } finally {
      this.#running = null;
    }
  }

  #fail(sql: string, error: unknown): void {
    const { errors } = this.#terminal;
    const red = styled(errors);
    const words =
      error instanceof CommandError && error.reason === 'interrupted'
        ? 'interrupted'
        : String((error as Error).message);
    errors.write(`${red('red', 'error:')} ${words.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    for (const line of underlined(sql, error)) errors.write(`${line}\n`);
  }

  /** Ctrl-C: ends what runs, else what is being written. */
  #interrupt(): void {
    if (this.#running && !this.#asked) {
      this.#running.abort();
      return;
    }
    this.#terminal.output.write('^C\n');
    if (this.#asked) {
      this.#asked('q');
      return;
    }
    this.#buffer = '';
    // Takes away what stands in the line.
    this.#lines.write(null, { ctrl: true, name: 'e' });
    this.#lines.write(null, { ctrl: true, name: 'u' });
    this.#prompt();
  }

  async #refreshed(): Promise<Catalog> {
    this.#catalog = await readCatalog(this.#session.server);
    return this.#catalog;
  }

  /** Completion knows nothing while the server does not answer. */
  async #refresh(): Promise<void> {
    await this.#refreshed().catch(() => undefined);
  }

  #complete(line: string): [string[], string] {
    const command = /^\\(\w*)$/.exec(line);
    if (command) {
      const names = Object.keys(metaCommands).filter((name) => name.startsWith(command[1]));
      return [names.map((name) => `\\${name} `), line];
    }
    if (!this.#catalog) return [[], line];
    return completions(this.#buffer, line, this.#catalog, this.#session.language);
  }
}

function promptOf({ language }: SqlSession): string {
  return `${language}> `;
}

/** What the word at the end of a line may become, and that word. */
export function completions(
  before: string,
  line: string,
  catalog: Catalog,
  language: LanguageName,
): [string[], string] {
  const table = /^\\d\s+(\S*)$/.exec(line);
  const [, command, one] = /^\\(ppl|sql)\s+(.*)$/.exec(line) ?? [];
  const typed = one ?? `${before}${before === '' ? '' : '\n'}${line}`;
  const text = table ? `SELECT * FROM ${table[1]}` : typed;
  const spoken = table ? 'sql' : ((command as LanguageName | undefined) ?? language);
  const { from, list } = candidatesAt(text, text.length, catalog, spoken);
  const word = text.slice(from);
  const wanted = word.toLowerCase();
  const fitting = list.filter(({ name, text: written }) =>
    [name, written].some((each) => each.toLowerCase().startsWith(wanted)),
  );
  return [
    [...new Set(fitting.map(({ kind, text: written }) => (kind === 'function' ? `${written}(` : written)))],
    word,
  ];
}
