import type { Directory } from './directory.ts';

/** How much of a file is in memory while it is copied. */
const UNWRITTEN_BYTES = 8 * 1024 * 1024;

/** Copies a file piece by piece. Not durable: see Directory.sync(). */
export async function copyFile(from: Directory, to: Directory, name: string): Promise<void> {
  const output = await to.create(name);
  try {
    let flushedBytes = 0;
    await from.scan(name, (piece) => {
      output.write(piece);
      if (output.position - flushedBytes < UNWRITTEN_BYTES) return;
      flushedBytes = output.position;
      return output.flush();
    });
  } finally {
    await output.close();
  }
}
