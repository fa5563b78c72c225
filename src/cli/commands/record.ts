import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { InvalidArgumentError, Option } from 'commander';
import { Upstream } from '../../client/index.ts';
import { SystemClock } from '../../common/index.ts';
import { counted } from '../../figures/index.ts';
import { createRecorder } from '../../transfer/index.ts';
import { fileTrouble, readText } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { onInterrupt } from '../frame/interrupt.ts';
import type { Terminal } from '../frame/terminal.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly upstream: string;
  readonly ca?: string;
  readonly out: string;
  readonly port: number;
}

/** `rockpool record`: stands in front of a cluster and keeps what is asked and answered. */
export const record: CommandModule = {
  examples: [
    {
      run: 'rockpool record --upstream https://admin:secret@search.example:9200 --out session.ndjson',
      doc: 'let your program speak to http://127.0.0.1:9201 now; Ctrl-C ends it',
    },
  ],
  define(command, { terminal }) {
    command
      .requiredOption('--upstream <url>', 'the cluster')
      .option('--ca <file>', "certificate authority of the cluster's certificate (PEM)")
      .requiredOption('--out <file>', 'where to write: requests with their answers, as NDJSON')
      .addOption(
        new Option('--port <n>', 'port of this machine; 0: a free one').default(9201).argParser(portOf),
      )
      .action((flags: Flags) => run(flags, terminal));
  },
};

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('a whole number from 0 to 65535 is wanted');
}

async function run({ upstream: cluster, ca, out, port }: Flags, { output, errors }: Terminal): Promise<void> {
  const upstream = upstreamOf(cluster, ca);
  const file = createWriteStream(out, { flags: 'a' });
  await once(file, 'open').catch((error: unknown) => {
    throw new CommandError('failed', fileTrouble(out, error));
  });
  let kept = 0;
  const recorder = createRecorder({
    upstream,
    clock: new SystemClock(),
    onExchange: (exchange) => {
      kept++;
      file.write(`${JSON.stringify(exchange)}\n`);
    },
  });
  const { signal, release } = onInterrupt();
  try {
    recorder.listen(port, '127.0.0.1');
    await once(recorder, 'listening').catch((error: Error) => {
      throw new CommandError('failed', `port ${port} cannot be used: ${error.message}`);
    });
    const address = recorder.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    output.write(`http://127.0.0.1:${bound}\n`);
    await Promise.race([once(signal, 'abort'), finished(file)]);
  } finally {
    release();
    recorder.close();
    recorder.closeAllConnections();
    upstream.close();
    file.end();
    await finished(file).catch((error: unknown) => {
      throw new CommandError('failed', fileTrouble(out, error));
    });
  }
  errors.write(`${out}: ${counted(kept, 'request')} with answers\n`);
}

function upstreamOf(url: string, ca: string | undefined): Upstream {
  try {
    return new Upstream({ url, ca: ca === undefined ? null : readText(ca) });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError('usage', `${url} is no URL of a cluster`);
    throw error;
  }
}
