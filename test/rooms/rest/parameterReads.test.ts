import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import type { Route } from '../../../src/rest/index.ts';
import { rowWithoutEffect, withoutEffect } from '../../../src/rest/withoutEffect.ts';
import { openTestNode } from '../../support/node.ts';
import { declared, heldRoutes, isRead, setUp } from './parameterReads.ts';

/** What the renderer of tables reads, not the handler. */
const RENDERED = ['bytes', 'h', 'help', 's', 'size', 'time', 'v'];

describe('URL parameters', { shuffle: false }, () => {
  let node: RockpoolNode;
  const used = new Set<unknown>();
  const lists = new Map<string, string[]>();
  const list = (name: string, route: string): void => {
    lists.set(name, [...(lists.get(name) ?? []), route]);
  };

  beforeAll(async () => {
    node = await openTestNode();
  });
  afterAll(() => node.close());

  async function unread(route: Route): Promise<readonly string[]> {
    const names: string[] = [];
    await setUp(node);
    for (const name of declared(route)) {
      if (route.tag === 'cat' && RENDERED.includes(name)) continue;
      if (await isRead(node, route, name)) continue;
      const row = rowWithoutEffect(route, name);
      if (row === null) names.push(name);
      else list(name, `${route.method} ${route.path}`);
      used.add(row);
    }
    return names;
  }

  it('are read by the handlers that declare them, or stand in the table of those without effect', async () => {
    const dropped: string[] = [];
    for (const route of heldRoutes) {
      for (const name of await unread(route)) dropped.push(`${route.method} ${route.path}: ${name}`);
    }
    expect(dropped).toEqual([]);
    const lines = [...lists].sort().map(([name, routes]) => `${name}\n  ${routes.join('\n  ')}\n`);
    // Each of them, so that a handler that stops reading one is noticed: `-u` writes the file.
    await expect(lines.join('')).toMatchFileSnapshot('parametersWithoutEffect.txt');
    expect(withoutEffect.filter((row) => !used.has(row)).map(({ because }) => because)).toEqual([]);
  });
});
