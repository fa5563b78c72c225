import type { RescoreMode } from '../source/rescoreSpec.ts';

/** Combines both weighted scores. */
export function rescored(mode: RescoreMode, a: number, b: number): number {
  switch (mode) {
    case 'total':
      return a + b;
    case 'multiply':
      return a * b;
    case 'avg':
      return (a + b) / 2;
    case 'max':
      return Math.max(a, b);
    case 'min':
      return Math.min(a, b);
  }
}
