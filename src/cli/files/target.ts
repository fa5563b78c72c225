import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CommandError } from '../frame/exitCodes.ts';
import { fileTrouble } from '../frame/files.ts';
import { written } from '../frame/output.ts';
import type { Terminal } from '../frame/terminal.ts';

/** Where a dump goes. */
export interface Target {
  /** Waits where the reader or the disk is slow. */
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** A file that is not whole goes away. */
  abandon(): void;
}

/** A file, or standard output for null. A file has its name only when it is whole. */
export function openTarget(file: string | null, { output }: Terminal): Target {
  if (file === null) {
    return {
      write: (text) => written(output, text),
      finish: async () => undefined,
      abandon: () => undefined,
    };
  }
  const part = `${file}.part`;
  const disk = createWriteStream(part);
  const failed = new Promise<never>((_resolve, reject) => {
    disk.on('error', (error) => reject(new CommandError('failed', fileTrouble(file, error))));
  });
  failed.catch(() => undefined);
  const packed = file.endsWith('.gz') ? createGzip() : null;
  packed?.pipe(disk);
  const stream = packed ?? disk;
  return {
    write: (text) => Promise.race([written(stream, text), failed]),
    finish: async () => {
      stream.end();
      await Promise.race([finished(disk), failed]);
      renameSync(part, file);
    },
    abandon: () => {
      disk.destroy();
      rmSync(part, { force: true });
    },
  };
}
