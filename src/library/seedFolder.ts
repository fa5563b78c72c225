import { pathToFileURL } from 'node:url';
import { type JsonObject, readJson } from '../common/index.ts';
import { FsDirectory } from '../directory/index.ts';
import { indexNameOf, isDocumentFile } from '../documents/index.ts';
import { inSeed, SeedError } from './errors.ts';
import type { IndexSeed } from './seed.ts';

const DEFINITION = /^(.+)\.mapping\.json$/i;

/**
 * A folder as a seed: each file of documents is an index of its name, `films.mapping.json` beside it the body that the
 * index `films` is created with. Other files are left alone. Throws SeedError for a folder without any files of
 * documents, for two files of one index, and for a body that is no JSON.
 */
export async function seedFolder(path: string): Promise<Readonly<Record<string, IndexSeed>>> {
  const folder = new FsDirectory(path);
  const listed = await folder.list().catch((error: unknown) => {
    throw inSeed(path, error);
  });
  const names = listed.filter(isDocumentFile);
  if (names.length === 0) throw new SeedError(`${path}: no files of documents (NDJSON, JSON, CSV) there`);
  const indices: Record<string, IndexSeed> = {};
  for (const name of names) {
    const index = indexNameOf(DEFINITION.exec(name)?.[1].concat('.json') ?? name);
    const before = indices[index] ?? {};
    if (DEFINITION.test(name)) indices[index] = { ...(await definitionOf(folder, name)), ...before };
    else if (before.documents)
      throw new SeedError(`${path}: ${name} and another file are both the index [${index}]`);
    else indices[index] = { ...before, documents: pathToFileURL(`${folder.path}/${name}`) };
  }
  return indices;
}

async function definitionOf(folder: FsDirectory, name: string): Promise<JsonObject> {
  try {
    return readJson(Buffer.from(await folder.read(name)).toString('utf8')) as JsonObject;
  } catch (error) {
    throw inSeed(`${folder.path}/${name}`, error);
  }
}
