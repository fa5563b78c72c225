import { closeSync, openSync, readSync } from 'node:fs';

/** The first processor's entry fits; the others' are not waited for. */
const READ_BYTES = 8192;

/** The instruction sets that Linux lists for the processor (`avx2`, `fma`, …); none on other systems. */
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
