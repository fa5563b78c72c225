import { describe, expect, it } from 'vitest';
import { reportFigure } from '../../support/figure.ts';
import { differing } from './sequences.ts';

const seed = Number(process.env.MODEL_SEED ?? 1);
const count = Number(process.env.MODEL_RUNS ?? 8);
const path = process.env.MODEL_PATH;
/** Of a sequence, on a machine that has much else to do; one takes 50 ms. */
const SLOWEST_MS = 1000;

describe('the document and search API', () => {
  it(
    `answers ${count} random sequences of some 50 requests as a model of maps does`,
    async () => {
      expect(await differing({ seed, count, path })).toBeNull();
      reportFigure(`${count} sequences the same`);
    },
    60_000 + count * SLOWEST_MS,
  );
});
