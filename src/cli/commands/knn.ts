import { InvalidArgumentError, Option } from 'commander';
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../common/index.ts';
import { onServer } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { integer } from '../frame/numbers.ts';
import type { Server } from '../frame/server.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly vector?: readonly number[];
  readonly id?: string;
  readonly k: number;
  readonly fields?: string;
}

interface Hit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: JsonObject;
}

/** `rockpool knn`: the documents nearest to a vector, or to a document. */
export const knn: CommandModule = {
  examples: [
    {
      run: 'rockpool knn movies title_vector --id 1144 -k 3 --fields title',
      doc: 'films like the one with id 1144',
    },
    { run: 'rockpool knn films v --vector "[1, 0, 0, 0]"', doc: 'nearest to a vector' },
  ],
  define(command, context) {
    command
      .argument('<index>')
      .argument('<field>', 'of type knn_vector')
      .addOption(new Option('--vector <numbers>', 'as a JSON list').argParser(vector).conflicts('id'))
      .option('--id <document>', 'the vector of this document')
      .addOption(new Option('-k <n>', 'so many neighbours').default(10).argParser(integer(1)))
      .option('--fields <names>', 'show these fields (comma-separated; otherwise all but the vector)');
    onServer<Flags>(command, context, async ({ server, output, flags, args }) => {
      const [index, field] = args as readonly [string, string];
      const near = flags.vector ?? (await vectorOf(server, index, field, flags.id));
      const { k } = flags;
      const body = {
        size: k,
        query: { knn: { [field]: { vector: [...near], k } } },
        _source: flags.fields === undefined ? { excludes: [field] } : flags.fields.split(','),
      };
      const path = `/${encodeURIComponent(index)}/_search?filter_path=hits.hits._id,hits.hits._score,hits.hits._source`;
      const { hits } = await server.json<{ hits?: { hits?: readonly Hit[] } }>('POST', path, body);
      // For its warning, if the server searches exactly. Not everybody may ask for statistics.
      await server.text('GET', '/_plugins/_knn/stats/hit_count').catch(() => '');
      const found = hits?.hits ?? [];
      if (output.isJson) return output.json(found);
      const names = [...new Set(found.flatMap(({ _source }) => Object.keys(_source ?? {})))];
      const columns = [
        { name: '_id' },
        { name: '_score', isNumber: true },
        ...names.map((name) => ({ name })),
      ];
      output.table(
        columns,
        found.map(({ _id, _score, _source }) => [_id, _score, ...names.map((name) => _source?.[name])]),
      );
    });
  },
};

function vector(text: string): readonly number[] {
  let value: JsonValue = null;
  try {
    value = readJson(text);
  } catch {
    // Said below.
  }
  if (isVector(value)) return value;
  throw new InvalidArgumentError('expected a list of numbers, such as [0.1, 0.2]');
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((x) => typeof x === 'number');
}

async function vectorOf(
  server: Server,
  index: string,
  field: string,
  id?: string,
): Promise<readonly number[]> {
  if (id === undefined) throw new CommandError('usage', 'near what? --vector "[…]" or --id DOCUMENT');
  const path = `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(id)}?_source_includes=${encodeURIComponent(field)}`;
  const answer = await server.call({ method: 'GET', path });
  const { _source, error } = server.parsed<{ _source?: JsonObject; error?: JsonValue }>(answer.text);
  if (isJsonObject(error)) throw new CommandError('failed', String(error.reason));
  const value = _source?.[field];
  if (isVector(value)) return value;
  throw new CommandError(
    'failed',
    `document ${id} of ${index} ${_source ? `has no vector ${field}` : 'is not there'}`,
  );
}
