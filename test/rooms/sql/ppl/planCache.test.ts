import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SearchClient } from '../../../../src/client/index.ts';
import { ManualClock, SeededRandom } from '../../../../src/common/index.ts';
import { PipelineBinder } from '../../../../src/sql/binder/index.ts';
import { PplDialect } from '../../../../src/sql/dialects/ppl/pplDialect.ts';
import { SqlError } from '../../../../src/sql/errors.ts';
import { parsePipeline } from '../../../../src/sql/grammar/ppl/index.ts';
import { StaticClient } from '../support/staticClient.ts';

/** Pipelines that differ in the values of literals are analyzed once, and answer as if each were. */

const documents = Array.from({ length: 12 }, (_, i) => ({
  id: i,
  name: i % 3 === 0 ? null : `n${i % 4}`,
  size: i / 2,
  big: i * 2 ** 31,
}));

function setUp() {
  const mapping = {
    id: { type: 'integer' },
    name: { type: 'keyword' },
    size: { type: 'double' },
    big: { type: 'long' },
    at: { type: 'date' },
  };
  const client = new StaticClient({ t: { mapping, documents } });
  const mappings = new Map([['t', { properties: mapping }]]);
  client.getMappings = async () => mappings;
  const dialect = new PplDialect({
    client: client as Partial<SearchClient> as SearchClient,
    clock: new ManualClock(Date.UTC(2024, 0, 31, 10, 20, 30)),
    random: new SeededRandom(7),
  });
  /** What it asks the engine, and its rows. */
  const ask = async (text: string): Promise<unknown> => {
    const asked = client.bodies.length;
    try {
      const { rows, schema } = await dialect.execute(parsePipeline(text), {
        sizeLimit: 200,
        resultLimit: 200,
      });
      return { bodies: client.bodies.slice(asked), rows, schema };
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      return { bodies: client.bodies.slice(asked), refusal: `${error.type}: ${error.message}` };
    }
  };
  return ask;
}

const FORMS: readonly ((n: number) => string)[] = [
  (n) => `source=t | where id > ${n} | stats count(), avg(size) by name`,
  (n) => `source=t id < ${n} | eval x = id + ${n}, y = 'v${n}' | fields id, x, y`,
  (n) => `source=t | where size < ${n}.5 or name = 'n${n}' | eval z = concat(name, '-${n}') | fields z`,
  (n) => `source=t | where id in (${n}, ${n + 1}) | eval x = ${n} | where x > 2 | stats sum(x + ${n})`,
  (n) =>
    `source=t | where id >= ${n - 3} | eval p = if(like(name, 'n${n}%'), ${n}, 0 - ${n}) | sort - p, id | head ${n}`,
  (n) => `source=t | where id < ${n} | stats count() as n by span(id, ${n})`,
  (n) => `source=t | where at > '2020-01-0${n} 00:00:00' | stats count()`,
  (n) => `source=t | where big > ${n}000000000 | fields big, id`,
  (n) => `source=t | rename id as i | where i = ${n} | top ${n} name`,
  (n) => `source=t | parse name '(?<d>\\d)' | where d = '${n % 4}' | fields d, id`,
];

describe('pipelines that come again', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(FORMS.map((form) => [form(3), form] as const))('%s', async (_text, form) => {
    const ask = setUp();
    for (const n of [3, 1, 2, 9, 3]) expect(await ask(form(n)), form(n)).toEqual(await setUp()(form(n)));
  });

  it('are analyzed once', async () => {
    const bind = vi.spyOn(PipelineBinder.prototype, 'overDocuments');
    const ask = setUp();
    for (const form of [FORMS[0], FORMS[1]]) for (const n of [1, 2, 3, 4]) await ask(form(n));
    expect(bind).toHaveBeenCalledTimes(2);
  });
});
