import { crc32, isJsonObject, readJson, stringifyJson } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { NoSuchFileError } from '../directory/index.ts';

/** A file that marks a copy as damaged: it must not be opened. */
export const DAMAGE_MARKER = 'damaged';
/** Like all `pending_` files, it is deleted when the copy is opened. */
const TEMPORARY = `pending_${DAMAGE_MARKER}`;
const HEAD = 'rockpool-damaged 1';

/**
 * Marks a copy as damaged, durably. An existing mark keeps its first reason, since later ones are often
 * consequences, unless the new one `replaces` it. The replacement is atomic.
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

/** Why the copy is damaged; `null` if it is not marked. An unreadable mark counts as a mark. */
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

/** Removes the mark, if any, durably. */
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
