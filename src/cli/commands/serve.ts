import { readFileSync } from 'node:fs';
import { finished } from 'node:stream';
import { type Command, Option } from 'commander';
import {
  createLogger,
  type LogEntry,
  type LogFormName,
  type Logger,
  type LogLevel,
  logForms,
  logLevels,
  SystemClock,
} from '../../common/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { integer } from '../frame/numbers.ts';
import { parseUrl } from '../frame/server.ts';
import { addServerOptions, type Flags as ServerFlags, serverOf } from '../frame/serverOptions.ts';
import type { Terminal } from '../frame/terminal.ts';
import type { CliContext, CommandModule, OpenedNode, ServeOptions } from '../types.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const MAX_NODES = 16;

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly ephemeral?: boolean;
  readonly nodes: number;
  readonly engine?: string;
  readonly demo?: boolean;
  readonly seed?: string;
  readonly exitOnStdinClose?: boolean;
  readonly allowHost: string[];
  readonly allowOrigin: string[];
  readonly auth?: string;
  readonly authFile?: string;
  readonly tls?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly insecurePublic?: boolean;
  readonly log: LogFormName;
  readonly logLevel: LogLevel;
  readonly setting: string[];
}

const collect = (value: string, before: string[]): string[] => [...before, value];

/** `rockpool serve`: the server. With `--port 0` the first line on standard output is the URL. */
export const serve: CommandModule = {
  examples: [
    { run: 'rockpool serve --demo', doc: 'with 3,201 films, kept in ./native-data' },
    {
      run: 'rockpool serve --ephemeral --port 0',
      doc: 'in memory, on a free port; the first line is the URL',
    },
  ],
  define: (command, context) => {
    options(command).optionsGroup('A real cluster:');
    addServerOptions(command, 'engine', 'run SQL on this cluster, and forward all other requests to it');
    command.action((flags: Flags) => start(flags, context));
  },
};

function options(command: Command): Command {
  return command
    .addOption(new Option('--port <n>', 'port; 0: a free one').default(9200).argParser(integer(0, 65_535)))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'data folder', 'native-data')
    .option('--ephemeral', 'keep everything in memory')
    .addOption(new Option('--nodes <n>', 'virtual nodes').default(1).argParser(integer(1, MAX_NODES)))
    .option('--demo', 'load the demo data (3,201 films)')
    .option('--seed <folder>', 'load a folder of files of documents: films.ndjson is the index films')
    .option('--exit-on-stdin-close', 'shut down when standard input closes, as it does when the parent ends')
    .option('--allow-host <name>', 'accept this Host header (may be repeated)', collect, [])
    .option('--allow-origin <origin>', 'accept this Origin (may be repeated)', collect, [])
    .option('--auth <user:password>', 'ask for this user and password (basic authentication)')
    .option('--auth-file <file>', 'the same, read from a file: the command line is seen by others')
    .option('--tls', 'HTTPS, with a certificate made at the start')
    .option('--tls-cert <file>', 'HTTPS, with this certificate (PEM)')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option(
      '-E, --setting <key=value>',
      'a cluster setting that holds from the start (may be repeated)',
      collect,
      [],
    )
    .option('--insecure-public', 'allow an address of the network without both a password and HTTPS')
    .addOption(
      new Option('--log <form>', 'how the log on standard error is written')
        .choices(Object.keys(logForms))
        .default('human'),
    )
    .addOption(
      new Option('--log-level <level>', 'the finest level of it').choices([...logLevels]).default('info'),
    );
}

async function start(flags: Flags, context: CliContext): Promise<void> {
  const { output } = context.terminal;
  const log = openLog(flags, context.terminal);
  if (!LOOPBACK.has(flags.host)) mustBeGuarded(flags, log);
  const node = await open(flags, context, log);
  if (flags.port === 0) output.write(`${node.url}\n`);
  // Machines read it in the log.
  if (flags.log === 'json') log.info('the server answers', { url: node.url });
  else if (flags.port !== 0) {
    output.write(`Rockpool answers at ${node.url}\n${hints(node.url, flags.demo ?? false)}`);
  }
  const close = closing(node, log);
  closeOnSignals(close);
  if (flags.exitOnStdinClose) closeWithInput(context.terminal, close);
}

function openLog({ log, logLevel: level }: Flags, { errors }: Terminal): Logger {
  const write = (entry: LogEntry): void => void errors.write(`${logForms[log].format(entry)}\n`);
  return createLogger({ clock: new SystemClock(), level, write });
}

async function open(flags: Flags, { openNode, terminal }: CliContext, log: Logger): Promise<OpenedNode> {
  try {
    return await openNode({
      host: flags.host,
      port: flags.port,
      dataPath: flags.ephemeral ? null : flags.data,
      nodeCount: flags.nodes,
      engine: engineOf(flags, terminal),
      demo: flags.demo ?? false,
      seed: flags.seed ?? null,
      allowedHosts: flags.allowHost,
      allowedOrigins: flags.allowOrigin,
      credentials: readCredentials(flags),
      tls: readTls(flags),
      log,
      settings: readSettings(flags),
      environment: dottedVariables(process.env),
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (flags.log !== 'json') throw new CommandError('failed', `could not start: ${words}`);
    log.error('could not start', { error: words });
    throw new CommandError('failed');
  }
}

/** An address that others reach wants a password and HTTPS, or a word that it shall be without. */
function mustBeGuarded(flags: Flags, log: Logger): void {
  const { host, auth, authFile, tls, tlsCert, insecurePublic } = flags;
  const lacks = [
    ...(auth === undefined && authFile === undefined ? ['a password (--auth, --auth-file)'] : []),
    ...(tls !== true && tlsCert === undefined ? ['HTTPS (--tls, --tls-cert)'] : []),
  ];
  if (lacks.length === 0) return;
  const without = `without ${lacks.join(' and ')}`;
  if (insecurePublic) {
    log.warn(`other machines reach this server, ${without}`, { host });
    return;
  }
  throw new CommandError(
    'failed',
    `does not listen on ${host}, which other machines reach, ${without}; ` +
      '--insecure-public does it all the same.',
  );
}

function readCredentials({ auth, authFile }: Flags): ServeOptions['credentials'] {
  const text = auth ?? (authFile === undefined ? null : readFileSync(authFile, 'utf8').trim());
  if (text === null) return null;
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw new Error('--auth wants user:password');
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function readTls({ tls, tlsCert, tlsKey }: Flags): ServeOptions['tls'] {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new Error('--tls-cert and --tls-key go together');
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') };
  }
  return tls ? 'selfSigned' : null;
}

function readSettings({ setting }: Flags): ReadonlyMap<string, string> {
  return new Map(
    setting.map((text) => {
      const equals = text.indexOf('=');
      if (equals < 1) throw new Error(`--setting wants key=value, not ${text}`);
      return [text.slice(0, equals), text.slice(equals + 1)] as const;
    }),
  );
}

/** `search.max_buckets=10`, as the original's container takes them. */
function dottedVariables(environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const named = Object.entries(environment).filter(([name]) => name.includes('.'));
  return new Map(named.map(([name, value]) => [name, value ?? '']));
}

function engineOf(flags: Flags, terminal: Terminal): ServeOptions['engine'] {
  if (flags.engine === undefined) return null;
  const address = serverOf(flags as unknown as ServerFlags, 'engine', terminal);
  return { ...address, url: parseUrl(address.url).href };
}

function hints(url: string, demo: boolean): string {
  const lines = [`  the console          ${url}/_console`];
  if (demo) {
    const query = `{"query":"SELECT genre, COUNT(*) FROM movies GROUP BY genre"}`;
    lines.push(
      `  SQL                  curl '${url}/_plugins/_sql?format=csv' -H 'content-type: application/json' -d '${query}'`,
      `  load the graphs      curl '${url}/_plugins/_knn/warmup/movies?pretty'`,
      `  statistics           curl '${url}/_plugins/_knn/stats?pretty'`,
    );
  }
  return `${[...lines, '  Ctrl+C ends it; a tour is in docs/tour.md'].join('\n')}\n`;
}

/** Closes cleanly and ends the process; whether this call began it. */
function closing(node: OpenedNode, log: Logger): () => boolean {
  let isClosing = false;
  return () => {
    if (isClosing) return false;
    isClosing = true;
    node.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('could not close', { stack: error instanceof Error ? (error.stack ?? '') : String(error) });
        process.exit(1);
      },
    );
    return true;
  };
}

/** The first signal closes cleanly, a second one ends at once. */
function closeOnSignals(close: () => boolean): void {
  const hear = (): void => {
    if (!close()) process.exit(130);
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
}

/** The system closes a pipe when the process at its other end is gone, even by `kill -9`. */
function closeWithInput({ input }: Terminal, close: () => boolean): void {
  finished(input, { writable: false }, () => void close());
  input.resume();
}
