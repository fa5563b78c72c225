import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/common/index.ts';
import { goldenCases } from '../../conformance/recordings/golden.ts';
import { judge } from '../../conformance/recordings/judge.ts';
import { createBench, runCase } from './support/service.ts';

/** Recorded cases that the original's legacy engine answered: its pages, joins, nested rows, metadata and refusals. */

const AREAS =
  /^(sql\/(cursor|close|join|union|filter|metadata|nested|patterns|body)|random\/(cursor|join|nested))$/;

const SCRIPTED = /LENGTH|ROUND|YEAR|MONTH|staff_id \+ 1/;

/** Answers of the V2 engine have no total of hits; scripts are beyond the client of this test. */
function isLegacy(text: string): boolean {
  const json = JSON.parse(text) as Record<string, unknown>;
  return 'schema' in json && Object.keys(json).indexOf('total') < Object.keys(json).indexOf('datarows');
}

const cases = goldenCases().filter(({ area, kind, steps, answers }) => {
  const query = stringifyJson(steps[0].body ?? '');
  if (!AREAS.test(area) || kind === 'beyond' || SCRIPTED.test(query)) return false;
  return (
    answers[0].status !== 200 ||
    area === 'sql/metadata' ||
    (answers[0].text[0] === '{' && isLegacy(answers[0].text))
  );
});

describe('the legacy engine', () => {
  const bench = createBench();
  it.each(cases.map((golden) => [golden.id, golden] as const))('%s', async (_, golden) => {
    expect(judge(golden, await runCase(bench, golden))).toBeNull();
  });
});
