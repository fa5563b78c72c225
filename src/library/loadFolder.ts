import type { Send } from '../transfer/index.ts';
import { plantIndices } from './seed.ts';
import { seedFolder } from './seedFolder.ts';

/** Loads a folder of documents into a server, as `seedFolder` reads it. Throws for files that cannot be read or are refused. */
export async function loadFolder(send: Send, path: string): Promise<void> {
  await plantIndices(send, await seedFolder(path));
}
