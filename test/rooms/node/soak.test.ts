import { expect, it } from 'vitest';
import { measured } from '../../support/bundle.ts';
import { reportFigure } from '../../support/figure.ts';

/** SOAK_SECONDS=1800 is the long run, in which compiled code and resident memory have the time to settle. */
const seconds = Number(process.env.SOAK_SECONDS ?? 2);
/** Before, what grows is compiled code. */
const MEASURED_SECONDS = 30;
const MOST_MB = 10;
const LONG_SECONDS = 900;

interface Soaked {
  readonly requests: number;
  readonly liveMb: number;
  readonly moreMb: number;
  readonly residentMb: number;
  readonly resources: readonly unknown[];
  readonly held: readonly number[];
}

it(`mixed requests for ${seconds} s leak nothing`, async () => {
  const { requests, liveMb, moreMb, residentMb, resources, held } = await measured<Soaked>(
    'test/rooms/node/soakProcess.ts',
    seconds,
  );
  reportFigure(
    `${requests} requests in ${seconds} s: live memory + ${moreMb.toFixed(1)} MB ` +
      `(${liveMb.toFixed(2)} MB/min), resident ${residentMb.toFixed(2)} MB/min`,
  );
  expect(requests).toBeGreaterThan(0);
  expect(resources).toEqual([]);
  expect(held).toEqual([0, 0]);
  if (seconds >= LONG_SECONDS) expect(Math.max(liveMb, residentMb)).toBeLessThanOrEqual(1);
  else if (seconds >= MEASURED_SECONDS) expect(moreMb).toBeLessThanOrEqual(MOST_MB);
}, 2_400_000);
