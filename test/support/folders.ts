import type { Directory } from '../../src/directory/index.ts';

/** Every file below a folder, by its path, sorted by folder. */
export async function filesOf(root: Directory, prefix = ''): Promise<[path: string, bytes: Uint8Array][]> {
  const files: [string, Uint8Array][] = [];
  for (const name of await root.list()) files.push([`${prefix}${name}`, await root.read(name)]);
  for (const name of await root.listFolders())
    files.push(...(await filesOf(root.folder(name), `${prefix}${name}/`)));
  return files;
}

/** Writes a file at a path of folders; durable when it resolves. */
export async function putFile(root: Directory, path: string, bytes: Uint8Array): Promise<void> {
  const names = path.split('/');
  const folder = names.slice(0, -1).reduce((at, name) => at.folder(name), root);
  const output = await folder.create(names[names.length - 1]);
  output.write(bytes);
  await output.sync();
  await output.close();
  await folder.syncFolder();
}
