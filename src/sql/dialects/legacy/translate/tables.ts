import type { SearchClient } from '../../../../client/index.ts';
import { type JsonObject, OpenSearchError } from '../../../../common/index.ts';
import { indexNotFound, type SqlError, verificationError } from '../../../errors.ts';
import { FieldTable } from './fields.ts';
import { refuse } from './refuse.ts';

/** The fields of a FROM expression. Throws SqlError IndexNotFoundException (HTTP 400, body status 404). */
export async function loadFields(client: SearchClient, index: string): Promise<FieldTable> {
  return FieldTable.of((await loadMappings(client, index)).values());
}

/** The mappings of a FROM expression by index. Throws SqlError as `loadFields` does. */
export async function loadMappings(
  client: SearchClient,
  index: string,
): Promise<ReadonlyMap<string, JsonObject>> {
  const quoted = index.split(',').find((name) => name.startsWith('`'));
  if (quoted !== undefined) throw unknownIndex(quoted);
  try {
    return await client.getMappings(index);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type !== 'index_not_found_exception') throw error;
    // Of a list the original names the first that is missing.
    const names = index.split(',');
    if (names.length > 1) for (const name of names) await loadMappings(client, name);
    throw unknownIndex(index);
  }
}

/**
 * FROM with an operator, `a - b`: the original looks for the fields of `a`, and then for an index that is called like all
 * of it. Throws SqlError.
 */
export async function checkOperators(names: readonly string[], client: SearchClient): Promise<void> {
  names.forEach(checkOperands);
  const written = names.map((name) => OPERATION.exec(name)).filter((found) => found !== null);
  for (const [, left] of written) {
    await loadMappings(client, unquoted(left));
  }
  for (const [, left, slash, sign, right] of written) {
    throw indexNotFound(`${left} ${slash ?? sign} ${right}`, 200);
  }
}

/** Throws SqlError for an operator that has no name on its right side. */
export function checkOperands(name: string): void {
  const logical = LOGICAL.exec(name)?.[1];
  const right = logical ?? OPERATION.exec(name)?.[4];
  const isName = logical === undefined ? STARTS_NAME : NAME;
  if (right === undefined || isName.test(right)) return;
  throw refuse(`Right side of the expression [${right}] is expected to be an identifier`, 'ParserException');
}

const STARTS_NAME = /^[A-Za-z_$`\u0101-\uffff]/;
const NAME = /^(?:`[^`]*`|[A-Za-z_$\u0101-\uffff][^\s(]*)$/;

/** `a AND b`, as the original prints it. */
const LOGICAL = /^[^\n]+\n(?:AND|OR|XOR) ([^\n]+)$/;

/** `a - b`, `a / b`, and `a/b`, but not the name `a-b`. */
const OPERATION = /^([^\s'"]\S*?)(?: ?(\/) ?| ([-+*%<>=!]+) )(\S.*)$/;

function unquoted(name: string): string {
  return name.replaceAll('`', '');
}

function unknownIndex(index: string): SqlError {
  return index.includes('*') ? verificationError(`Unknown index [${index}]`) : indexNotFound(index);
}
