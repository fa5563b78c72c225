import { csvLine } from '../../answers/index.ts';
import { isJsonObject, type JsonObject, stringifyJson } from '../../common/index.ts';
import { bulkLine, rawMembers, rawScalar } from '../../documents/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import type { Server } from '../frame/server.ts';
import type { RawHit } from './hits.ts';

export type DumpFormat = 'ndjson' | 'bulk' | 'csv';

interface OpenedForm {
  /** What the file begins with. */
  readonly head: string;
  readonly line: (hit: RawHit) => string;
}

interface DumpForm {
  readonly doc: string;
  /** Throws CommandError where the index has not what the form needs. */
  readonly open: (server: Server, index: string) => Promise<OpenedForm>;
}

/** In what form documents leave. */
export const dumpForms: Readonly<Record<DumpFormat, DumpForm>> = {
  ndjson: {
    doc: 'a document a line, without ids',
    open: async () => ({ head: '', line: ({ source }) => `${source}\n` }),
  },
  bulk: {
    doc: 'a bulk body, with ids',
    open: async () => ({ head: '', line: ({ source, ...place }) => bulkLine(place, source) }),
  },
  csv: { doc: 'a table of the fields of the mapping', open: openCsv },
};

async function openCsv(server: Server, index: string): Promise<OpenedForm> {
  const answer = await server.json<Record<string, JsonObject>>('GET', `/${index}/_mapping`);
  const names = new Set(Object.values(answer).flatMap(fieldNames));
  if (names.size === 0) throw new CommandError('failed', `the mapping of ${index} has no fields for columns`);
  const columns = [...names];
  return {
    head: csvLine(columns, stringifyJson),
    line: ({ source }) => {
      const members = rawMembers(source);
      return csvLine(
        columns.map((name) => cell(members.get(name))),
        stringifyJson,
      );
    },
  };
}

function fieldNames({ mappings }: JsonObject): readonly string[] {
  const properties = isJsonObject(mappings) ? mappings.properties : null;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Lists and objects as JSON. */
function cell(json: string | undefined): string {
  return json === undefined || json === 'null' ? '' : (rawScalar(json) ?? json);
}
