import type { JsonValue } from '../../common/index.ts';
import { crc32, readJson, stringifyJson } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import { CorruptFileError } from '../../directory/index.ts';

const FORMAT = 1;
const MAGIC = `rockpool-state ${FORMAT}`;

/**
 * A JSON document on disk: a line with format, CRC32, length and the file's own name, then the text. Replaced atomically: after
 * the promise resolves the new state survives a crash, before it the old one does.
 */
export async function writeState(directory: Directory, name: string, value: unknown): Promise<void> {
  const body = Buffer.from(stringifyJson(value));
  const head = `${MAGIC} ${checksum(name, body)} ${body.length} ${name}\n`;
  const temporary = `${name}.tmp`;
  const output = await directory.create(temporary);
  output.write(Buffer.concat([Buffer.from(head), body]));
  await output.sync();
  await output.close();
  await directory.rename(temporary, name);
  await directory.syncFolder();
}

/** In hexadecimal; covers the name, which is a part of what is promised. */
function checksum(name: string, body: Buffer): string {
  return crc32(body, crc32(Buffer.from(name))).toString(16);
}

/** Throws CorruptFileError, and NoSuchFileError where there is none. */
export async function readState(directory: Directory, name: string): Promise<JsonValue> {
  const bytes = Buffer.from(await directory.read(name));
  const newline = bytes.indexOf(0x0a);
  const head = bytes.subarray(0, Math.max(0, newline)).toString('utf8').split(' ');
  const body = bytes.subarray(newline + 1);
  if (head[0] === 'rockpool-state' && Number(head[1]) > FORMAT) {
    const written = `written by a newer Rockpool (format ${head[1]}, this one reads ${FORMAT})`;
    throw new CorruptFileError(name, written);
  }
  if (head.slice(0, 2).join(' ') !== MAGIC) throw new CorruptFileError(name, 'not a state file');
  if (Number(head[3]) !== body.length || head[2] !== checksum(head[4] ?? '', body)) {
    throw new CorruptFileError(name, 'its checksum does not match its content');
  }
  // Files of the first days do not tell their names.
  if (head[4] !== undefined && head[4] !== name)
    throw new CorruptFileError(name, `it is the file [${head[4]}]`);
  return readJson(body.toString('utf8'));
}
