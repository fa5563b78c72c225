import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { Option } from 'commander';
import { Upstream } from '../../client/index.ts';
import { SystemClock } from '../../common/index.ts';
import { counted } from '../../figures/index.ts';
import { createRecorder } from '../../transfer/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { fileTrouble } from '../frame/files.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { integer } from '../frame/numbers.ts';
import { parseUrl } from '../frame/server.ts';
import { addServerOptions, type Flags as ServerFlags, serverOf } from '../frame/serverOptions.ts';
import type { Terminal } from '../frame/terminal.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
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
      .requiredOption('--out <file>', 'where to write: requests with their answers, as NDJSON')
      .addOption(
        new Option('--port <n>', 'port of this machine; 0: a free one')
          .default(9201)
          .argParser(integer(0, 65_535)),
      )
      .optionsGroup('The cluster:');
    addServerOptions(command, 'upstream', 'the cluster', true);
    command.action((flags: Flags) => run(flags, terminal));
  },
};

async function run(flags: Flags, terminal: Terminal): Promise<void> {
  const { out, port } = flags;
  const { output, errors } = terminal;
  const address = serverOf(flags as unknown as ServerFlags, 'upstream', terminal);
  const upstream = new Upstream({ ...address, url: parseUrl(address.url).href });
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
  try {
    recorder.listen(port, '127.0.0.1');
    await once(recorder, 'listening').catch((error: Error) => {
      throw new CommandError('failed', `port ${port} cannot be used: ${error.message}`);
    });
    const bound = (recorder.address() as AddressInfo).port;
    output.write(`http://127.0.0.1:${bound}\n`);
    await withInterrupt((signal) => Promise.race([once(signal, 'abort'), finished(file)]));
  } finally {
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
