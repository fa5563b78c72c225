/** Formats counts, sizes and durations for people. */

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function count(value: number): string {
  return NUMBER.format(value);
}

/** `1 graph`, `3 graphs`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export function bytes(value: number): string {
  let [unit, rest] = [0, value];
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  return `${rest >= 100 || unit === 0 ? count(Math.round(rest)) : NUMBER.format(rest)} ${UNITS[unit]}`;
}

export function kilobytes(value: number): string {
  return bytes(value * 1024);
}

/** `0.42 ms`, `1.4 s`, `2 min 5 s`, `3 h 4 min`. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${NUMBER.format(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}
