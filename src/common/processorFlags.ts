import { closeSync, openSync, readSync } from 'node:fs';

/** Enough for the first processor's entry; the others are not needed. */
const READ_BYTES = 8192;

/** The processor's instruction sets as Linux lists them (`avx2`, `fma`, …); empty on other systems. */
export function processorFlags(file = '/proc/cpuinfo'): ReadonlySet<string> {
  const flags = /^flags\s*:(.*)$/m.exec(beginning(file))?.[1] ?? '';
  return new Set(flags.trim().split(/\s+/));
}

function beginning(file: string): string {
  try {
    const fd = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(READ_BYTES);
      return buffer.toString('latin1', 0, readSync(fd, buffer));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}
