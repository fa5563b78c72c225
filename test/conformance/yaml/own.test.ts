import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode } from '../../support/node.ts';
import { isSame, patternOf } from './assertions.ts';
import { cleanServer } from './clean.ts';
import { Session } from './session.ts';
import { readCases } from './suite.ts';

/** Suites of our own in the form of the public ones (`npm run test:yaml` runs those); every case passes. */

const cases = readCases(join(import.meta.dirname, 'suites'));

describe('the YAML suites', () => {
  let node: RockpoolNode;
  beforeAll(async () => {
    node = await openTestNode();
  });
  afterAll(() => node.close());
  beforeEach(() => cleanServer(node.url));

  it('are read', () => expect(cases.length).toBeGreaterThan(40));

  it.each(cases.map((yamlCase) => [yamlCase.id, yamlCase] as const))('%s', async (_id, yamlCase) => {
    expect(await new Session(node.url, new Map(), '7.10.2').run(yamlCase)).toEqual({ kind: 'passed' });
  });
});

describe('the runner', () => {
  it.each([
    ['/^ a \\s b $/', 'a b', true],
    ['/a b/', 'ab', true],
    ['1.0000000001', 1, false],
    [1.0000000001, 1, true],
    ['1', 1, true],
    [null, undefined, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [{}, [], false],
  ])('holds %j against %j: %j', (wanted, found, same) => {
    expect(isSame(wanted, found)).toBe(same);
  });

  it('takes a pattern apart from its comments', () => {
    expect(patternOf('/ a+ # some\n b /')?.source).toBe('a+b');
    expect(patternOf('/no')).toBeNull();
  });

  it.each([
    ['an answer that differs', { match: { acknowledged: false } }, 'match acknowledged: true for false'],
    ['a refusal', { do: { raw: { method: 'GET', path: '/none' } } }, 'raw: 404'],
    [
      'an error that was due',
      { do: { catch: 'missing', raw: { method: 'GET', path: '/' } } },
      'an error was due',
    ],
  ])('fails by %s', async (_, step, why) => {
    const node = await openTestNode();
    const steps = [{ do: { raw: { method: 'PUT', path: '/there' } } }, step];
    const outcome = await new Session(node.url, new Map(), '7.10.2').run({
      id: '',
      setup: [],
      steps,
      teardown: [],
    });
    await node.close();
    expect(outcome).toMatchObject({ kind: 'failed', why: expect.stringContaining(why) });
  });
});
