import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliServices, OpenedNode } from './types.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const MAX_NODES = 16;

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly ephemeral?: boolean;
  readonly nodes: number;
  readonly engine?: string;
  readonly engineCa?: string;
  readonly demo?: boolean;
  readonly allowHost: string[];
  readonly allowOrigin: string[];
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`a whole number from ${min} to ${max} is wanted`);
  };
}

const collect = (value: string, before: string[]): string[] => [...before, value];

/** `rockpool serve`: the server. With `--port 0` the first line on standard output is the URL. */
export function serveCommand(services: CliServices): Command {
  return new Command('serve')
    .description('start the server')
    .addOption(new Option('--port <n>', 'port; 0: a free one').default(9200).argParser(whole(0, 65_535)))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'data folder', 'native-data')
    .option('--ephemeral', 'keep everything in memory')
    .addOption(new Option('--nodes <n>', 'virtual nodes').default(1).argParser(whole(1, MAX_NODES)))
    .option('--engine <url>', 'run SQL on a real cluster, and hand all other requests to it')
    .option('--engine-ca <file>', "its certificate authority's PEM file")
    .option('--demo', 'load the demo data (3,201 films)')
    .option('--allow-host <name>', 'accept this Host header (may be repeated)', collect, [])
    .option('--allow-origin <origin>', 'accept this Origin (may be repeated)', collect, [])
    .action((flags: Flags) => serve(flags, services));
}

async function serve(flags: Flags, services: CliServices): Promise<void> {
  if (!LOOPBACK.has(flags.host)) {
    console.error(
      `Warning: ${flags.host} is reachable by other machines, and this server asks for no password.`,
    );
  }
  const node = await open(flags, services);
  if (node === null) return;
  console.log(flags.port === 0 ? node.url : `Rockpool answers at ${node.url}`);
  if (flags.port !== 0) printHints(node.url, flags.demo ?? false);
  closeOnSignals(node);
}

async function open(flags: Flags, services: CliServices): Promise<OpenedNode | null> {
  try {
    return await services.openNode({
      host: flags.host,
      port: flags.port,
      dataPath: flags.ephemeral ? null : flags.data,
      nodeCount: flags.nodes,
      engine: flags.engine ? { url: flags.engine, ca: readCa(flags.engineCa) } : null,
      demo: flags.demo ?? false,
      allowedHosts: flags.allowHost,
      allowedOrigins: flags.allowOrigin,
      log: (line) => console.error(line),
    });
  } catch (error) {
    console.error(`Rockpool could not start: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return null;
  }
}

function readCa(file: string | undefined): string | null {
  return file === undefined ? null : readFileSync(file, 'utf8');
}

function printHints(url: string, demo: boolean): void {
  const lines = [`  the console          ${url}/_console`];
  if (demo) {
    const query = `{"query":"SELECT genre, COUNT(*) FROM movies GROUP BY genre"}`;
    lines.push(
      `  SQL                  curl ${url}/_plugins/_sql?format=csv -H 'content-type: application/json' -d '${query}'`,
      `  load the graphs      curl ${url}/_plugins/_knn/warmup/movies?pretty`,
      `  statistics           curl ${url}/_plugins/_knn/stats?pretty`,
    );
  }
  console.log([...lines, '  Ctrl+C ends it; a tour is in README.md'].join('\n'));
}

/** The first signal closes cleanly, a second one ends at once. */
function closeOnSignals(node: OpenedNode): void {
  let closing = false;
  const close = (): void => {
    if (closing) process.exit(130);
    closing = true;
    node.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
