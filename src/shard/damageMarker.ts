import { crc32, isJsonObject, readJson, stringifyJson } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { NoSuchFileError } from '../directory/index.ts';

/** Stands in the folder of a copy that must not be opened. */
export const DAMAGE_MARKER = 'damaged';
/** Deleted like every other `pending_` file when the copy is opened: a crash left it behind. */
const TEMPORARY = `pending_${DAMAGE_MARKER}`;
const HEAD = 'rockpool-damaged 1';

/**
 * Marks a copy as damaged. The mark survives a crash once the promise resolves. A copy that is marked already keeps
 * its first reason (what is found later often only follows from it) unless the new one `replaces` it; it is marked at
 * every moment then, too.
 */
export async function markDamaged(
  directory: Directory,
  reason: string,
  { replaces = false }: { readonly replaces?: boolean } = {},
): Promise<void> {
  if (!replaces && (await directory.exists(DAMAGE_MARKER))) return;
  const body = stringifyJson({ reason });
  const output = await directory.create(TEMPORARY);
  try {
    output.write(Buffer.from(`${HEAD} ${checksum(body)}\n${body}\n`));
    await output.sync();
  } finally {
    await output.close();
  }
  await directory.rename(TEMPORARY, DAMAGE_MARKER);
  await directory.syncFolder();
}

/** Why the copy is damaged; null when it is not marked. A mark that cannot be read is a mark, too. */
export async function readDamage(directory: Directory): Promise<string | null> {
  let text: string;
  try {
    text = Buffer.from(await directory.read(DAMAGE_MARKER)).toString('utf8');
  } catch (error) {
    if (error instanceof NoSuchFileError) return null;
    throw error;
  }
  return (
    reasonOf(text) ??
    `marked as damaged, but the file [${DAMAGE_MARKER}] does not say why: it is damaged itself`
  );
}

/** Takes the mark away, durably. A missing one is no error. */
export async function clearDamage(directory: Directory): Promise<void> {
  if (!(await directory.exists(DAMAGE_MARKER))) return;
  await directory.delete(DAMAGE_MARKER);
  await directory.syncFolder();
}

function reasonOf(text: string): string | null {
  const [head, body = '', end, ...rest] = text.split('\n');
  if (head !== `${HEAD} ${checksum(body)}` || end !== '' || rest.length > 0) return null;
  const json = readJson(body);
  return isJsonObject(json) && typeof json.reason === 'string' ? json.reason : null;
}

function checksum(body: string): string {
  return crc32(Buffer.from(body)).toString(16);
}
