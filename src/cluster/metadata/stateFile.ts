import type { JsonValue } from '../../common/index.ts';
import { crc32, readJson, stringifyInTurns } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import { CorruptFileError, NewerFormatError, readAtMost } from '../../directory/index.ts';

const FORMAT = 1;
/** About the maximum string length in Node, which limits the JSON that can be read. */
const LARGEST_BYTES = 512 * 1024 ** 2;
const MAGIC = `rockpool-state ${FORMAT}`;

/**
 * Writes a JSON document: a header line with format, CRC32, length and the file's own name, then the text.
 * Its content survives a crash once the promise resolves; its name does so after an fsync of the folder.
 */
export async function writeState(
  directory: Directory,
  name: string,
  value: unknown,
  storedAs: string = name,
): Promise<void> {
  const body = Buffer.from(await stringifyInTurns(value));
  const head = `${MAGIC} ${checksum(name, body)} ${body.length} ${name}\n`;
  const output = await directory.create(storedAs);
  try {
    output.write(Buffer.concat([Buffer.from(head), body]));
    await output.sync();
  } finally {
    await output.close();
  }
}

/**
 * Renames a written document over another one. Durable when it resolves; a crash before that leaves either of
 * the two.
 */
export async function replaceState(directory: Directory, from: string, to: string): Promise<void> {
  await directory.rename(from, to);
  await directory.syncFolder();
}

/** Hexadecimal; covers the name too, which the header also guarantees. */
function checksum(name: string, body: Buffer): string {
  return crc32(body, crc32(Buffer.from(name))).toString(16);
}

/** Throws CorruptFileError, or NoSuchFileError if it does not exist. */
export async function readState(directory: Directory, name: string): Promise<JsonValue> {
  const bytes = Buffer.from(await readAtMost(directory, name, LARGEST_BYTES));
  const newline = bytes.indexOf(0x0a);
  const head = bytes.subarray(0, Math.max(0, newline)).toString('utf8').split(' ');
  const body = bytes.subarray(newline + 1);
  if (head[0] === 'rockpool-state' && Number(head[1]) > FORMAT) {
    throw new NewerFormatError(name, head[1], FORMAT);
  }
  if (head.slice(0, 2).join(' ') !== MAGIC) throw new CorruptFileError(name, 'not a state file');
  if (Number(head[3]) !== body.length || head[2] !== checksum(head[4] ?? '', body)) {
    throw new CorruptFileError(name, 'its checksum does not match its content');
  }
  // Files of the first versions do not contain their names.
  if (head[4] !== undefined && head[4] !== name)
    throw new CorruptFileError(name, `it contains the file [${head[4]}]`);
  return readJson(body.toString('utf8'));
}
