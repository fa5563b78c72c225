import type { ErrorType } from '../../common/index.ts';
import { limits, OpenSearchError } from '../../common/index.ts';
import { type Blockable, checkBlocks } from '../blocks.ts';
import { indexExists } from './errors.ts';

const FORBIDDEN = ' "*\\<|,>/?';

/** Throws invalid_index_name_exception in the original's words. */
export function validateIndexName(name: string): void {
  validateName(name, (reason) => invalidIndexName(name, reason));
  if (name.toLowerCase() !== name) throw invalidIndexName(name, 'must be lowercase');
}

/** Throws unless an index of that name can be created. */
export function checkFreeName(
  name: string,
  names: {
    readonly indices: ReadonlyMap<string, Blockable & { readonly uuid: string }>;
    readonly aliases: ReadonlyMap<string, unknown>;
  },
): void {
  const existing = names.indices.get(name);
  if (existing) checkBlocks([existing], 'metadata_write');
  validateIndexName(name);
  if (existing) throw indexExists(existing);
  if (names.aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
}

/** Throws invalid_alias_name_exception. Aliases may contain capital letters. */
export function validateAliasName(name: string): void {
  const refused = (reason: string): Error =>
    new OpenSearchError('invalid_alias_name_exception', `Invalid alias name [${name}]: ${reason}`);
  validateName(name, refused);
}

function validateName(name: string, error: (reason: string) => Error): void {
  if (name === '') throw error('must not be empty');
  if ([...name].some((c) => FORBIDDEN.includes(c) || c < ' ')) {
    throw error('must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]');
  }
  if (name.includes('#')) throw error("must not contain '#'");
  if (name.includes(':')) throw error("must not contain ':'");
  if (/^[_+-]/.test(name)) throw error("must not start with '_', '-', or '+'");
  const bytes = Buffer.byteLength(name);
  const limit = limits.indexNameBytes.value;
  if (bytes > limit) throw error(`index name is too long, (${bytes} > ${limit})`);
  if (name === '.' || name === '..') throw error("must not be '.' or '..'");
}

export function invalidIndexName(name: string, reason: string): OpenSearchError {
  return named('invalid_index_name_exception', `Invalid index name [${name}], ${reason}`, name);
}

export function invalidAliasName(name: string, reason: string): OpenSearchError {
  return named('invalid_alias_name_exception', reason, name);
}

function named(type: ErrorType, reason: string, index: string): OpenSearchError {
  return new OpenSearchError(type, reason, { metadata: { index, index_uuid: '_na_' } });
}
