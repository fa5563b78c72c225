export { copyFile } from './copyFile.ts';
export { copyFolder, forkFolder } from './copyFolder.ts';
export * from './directory.ts';
export { fileChunks } from './fileChunks.ts';
export { FsDirectory } from './fsDirectory.ts';
export { linkFiles, linkFolder } from './linkFolder.ts';
export { FolderReleasedError } from './ownership.ts';
export { RamDirectory } from './ramDirectory.ts';
export { readAtMost } from './readAtMost.ts';
