import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { counted } from '../../figures/index.ts';
import { type Exchange, parseExchange, replayExchanges } from '../../transfer/index.ts';
import { onServer } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { fileTrouble } from '../frame/files.ts';
import type { CommandModule } from '../types.ts';

/** `rockpool replay`: plays a recording against a server, and tells where it answers otherwise. */
export const replay: CommandModule = {
  examples: [
    {
      run: 'rockpool replay session.ndjson --url http://127.0.0.1:9200',
      doc: 'a table of the differences; ends with 1 when there is one',
    },
  ],
  define(command, context) {
    command.argument('<file>', 'what `rockpool record` has written');
    onServer(command, context, async ({ server, output, args }) => {
      const [file] = args as readonly [string];
      const report = await replayExchanges(exchangesOf(file), server.send);
      const { exchanges, same, skipped, differences } = report;
      if (output.isJson) output.json({ ...report, differences: [...differences] });
      else {
        const rows = differences.map(({ seq, request, why }) => [seq, request, why]);
        if (rows.length > 0) {
          output.table([{ name: '#', isNumber: true }, { name: 'request' }, { name: 'difference' }], rows);
        }
        const left = skipped === 0 ? '' : `, ${skipped} left out`;
        output.note(`${counted(exchanges, 'request')}: ${same} answered the same${left}`);
      }
      if (differences.length > 0)
        throw new CommandError('failed', `${differences.length} answered otherwise`);
    });
  },
};

/** Throws CommandError for a file that cannot be read, or holds something else. */
async function* exchangesOf(file: string): AsyncGenerator<Exchange> {
  let lineNumber = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      lineNumber++;
      if (line.trim() !== '') yield parseExchange(line, lineNumber);
    }
  } catch (error) {
    throw new CommandError('failed', fileTrouble(file, error));
  }
}
