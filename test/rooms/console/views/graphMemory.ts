import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { picture, type ViewTests } from '../browser.ts';

/** The k-NN view. */
export const graphMemory: ViewTests = {
  title: 'the k-NN view',
  tests: (console) => {
    const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

    beforeAll(async () => {
      const properties = { v: { type: 'knn_vector', dimension: 4 } };
      const settings = {
        'index.knn': true,
        number_of_shards: 1,
        number_of_replicas: 1,
        refresh_interval: '-1',
      };
      await console.send('PUT', '/points', { settings, mappings: { properties } });
      for (const count of [20, 60, 40]) {
        const lines = Array.from(
          { length: count },
          (_, i) => `{"index":{}}\n{"v":[${i},${count},1,${i % 7}]}\n`,
        );
        await console.send('POST', '/points/_bulk?refresh=true', lines.join(''));
      }
    });

    it('has no void below the limit before the first search', async () => {
      const page = await console.open('knn');
      const limit = card(page, 'Limit');
      await limit.getByText('No searches since the caches were emptied').waitFor();
      const bottom = async (of: Locator): Promise<number> => {
        const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
        return y + height;
      };
      expect((await bottom(limit)) - (await bottom(limit.locator('.curve-menu')))).toBeLessThan(24);
      // The columns end together.
      expect(await bottom(card(page, 'Event log'))).toBeCloseTo(
        await bottom(card(page, 'Hits, misses, evictions')),
        0,
      );
    });

    it('shows every graph as a bar with its state, and a warmup brings them into memory', async () => {
      const page = await console.open('knn');
      const bars = card(page, 'Graphs').getByRole('option');
      await bars.nth(13).waitFor();
      expect(await bars.count()).toBe(14);
      expect(await bars.last().getAttribute('aria-label')).toMatch(
        /points, \w+ of shard 0 on node-\d, segment _2: v, 40 vectors of 4 dimensions, nmslib, \d KB, on disk/,
      );
      await card(page, 'Graphs').getByRole('button', { name: 'Warm up' }).last().click();
      await page.getByText(/^Warmup of points: 6 of its graphs are loaded/).waitFor();
      await page.getByText('6 of 6 in memory').waitFor();
      const events = card(page, 'Event log').getByRole('row');
      const loads = events.filter({ hasText: 'points/0/_1' }).filter({ hasText: 'load' });
      await expect.poll(() => loads.count()).toBe(2);
      await picture(page, 'knn-warm');
      await card(page, 'Graphs').getByRole('button', { name: 'Clear' }).last().click();
      await page.getByText('0 of 6 in memory').waitFor();
    });

    it('cancels a warmup that takes long, and shows how far it is', async () => {
      await console.send('PUT', '/_rockpool/knn/simulation', { latency: '3s' });
      const page = await console.open('knn');
      await card(page, 'Graphs').getByRole('button', { name: 'Warm up' }).last().click();
      await page.getByRole('progressbar', { name: 'Warmup of points' }).waitFor();
      await page.getByText(/^[0-5] \/ 6$/).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByText(/Warmup of points/)
        .last()
        .waitFor();
      await console.send('DELETE', '/_rockpool/knn/simulation');
      await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    });

    it('says whether there is room, and blames the limit or the policy', async () => {
      const page = await console.open('knn');
      await card(page, 'Room for graphs').getByText('fits', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Search from here' }).click();
      await page.getByRole('img', { name: /^Share of misses by limit/ }).waitFor();
      await page.getByRole('checkbox', { name: 'S3-FIFO' }).focus();
      await page.keyboard.press('Space');
      await page.waitForResponse((answer) => answer.url().includes('policies=bound,s3fifo'));
      await page.getByText(/^The limit is to blame|^Between LRU|^The policy is to blame/).waitFor();
      await page.getByRole('button', { name: 'Stop searching' }).click();
    });

    it('takes the curve and the trace away, and opens a trace of others', async () => {
      const page = await console.open('knn');
      const saved = async (button: string): Promise<string> => {
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: button, exact: true }).click();
        return readFileSync(await (await download).path(), 'latin1');
      };
      await page.getByRole('img', { name: /^Share of misses by limit/ }).waitFor();
      expect(await saved('Curve as CSV')).toMatch(/^limit_kb,lru,bound\n\d+,[\d.]+,[\d.]+\n/);
      expect(await saved('PNG')).toMatch(/^\x89PNG/);
      expect(await saved('Trace as CSV')).toMatch(
        /^time,id,size,graph,node\n\d+(\.\d+)?,1,\d+,[^,]+,node-\d\n/,
      );
      expect(await saved('CSV of all events')).toMatch(
        /^seq,time,node,type,index,[^\n]+\n1,\d+,[\w-]+,rebuild,/,
      );
      const trace = join(import.meta.dirname, '../../knn/laboratory/libCacheSim/trace.csv');
      await page.getByLabel('Open a trace').setInputFiles(trace);
      await page.getByText('The curve is that of trace.csv, not of this server.').waitFor();
      await page.getByText(/^Of 3,000 recorded accesses/).waitFor();
      await picture(page, 'knn-trace');
      await page.getByRole('button', { name: 'Back to this server' }).click();
      await page.getByText('not of this server').waitFor({ state: 'detached' });
    });

    it('plays warmup, fit, thrash and recovery, and puts everything back', async () => {
      const page = await console.open('knn');
      await page.clock.install();
      const story = card(page, 'Room for graphs');
      await story.getByRole('button', { name: 'Show me' }).click();
      const seen = new Set<string>();
      const isOver = story.getByRole('button', { name: 'Show me' });
      for (let i = 0; i < 300 && !(await isOver.isVisible()); i++) {
        await page.clock.runFor(500);
        for (const text of await story.locator('.badge.verdict, .show-words strong').allTextContents())
          seen.add(text);
      }
      await isOver.waitFor();
      const acts = ['Cold.', 'Warmup.', 'It fits.', 'Thrashing.', 'Recovery.'];
      expect([...seen]).toEqual(expect.arrayContaining([...acts, 'fits', 'thrashing']));
      expect(await console.send('GET', '/_cluster/settings')).toEqual({ persistent: {}, transient: {} });
      const { nodes } = (await console.send('GET', '/_rockpool/knn/graphs')) as {
        nodes: { used_kb: number }[];
      };
      expect(nodes.map(({ used_kb }) => used_kb)).toEqual([0, 0]);
    });

    it('stops the show when it is told to, or left', async () => {
      const limit = { transient: { 'knn.memory.circuit_breaker.limit': '5mb' } };
      await console.send('PUT', '/_cluster/settings', limit);
      const settings = () => console.send('GET', '/_cluster/settings?flat_settings=true');
      const page = await console.open('knn');
      for (const leave of [
        () => page.getByRole('button', { name: 'Stop', exact: true }).click(),
        () => page.keyboard.press('Alt+3'),
      ]) {
        await page.getByRole('button', { name: 'Show me' }).click();
        await page.getByText('Cold.').waitFor();
        await expect.poll(settings).not.toMatchObject(limit);
        await leave();
        await page.getByText('Stopped: the limit is what it was').last().waitFor();
        await expect.poll(settings).toMatchObject(limit);
      }
      await console.send('PUT', '/_cluster/settings', {
        transient: { 'knn.memory.circuit_breaker.limit': null },
      });
    });

    it('searches from the page, and the figures follow', async () => {
      await console.send('POST', '/_rockpool/knn/clear');
      const page = await console.open('knn');
      await page.getByRole('button', { name: 'Search from here' }).click();
      const figures = card(page, 'Hits, misses, evictions').locator('dd');
      await expect.poll(() => figures.first().textContent(), { timeout: 15_000 }).not.toBe('0');
      await page.getByRole('button', { name: 'Stop searching' }).click();
      await card(page, 'Event log').getByRole('cell', { name: 'hit', exact: true }).first().waitFor();
    });

    it('predicts another limit under the curve, sets it, and the nodes go by it', async () => {
      const page = await console.open('knn');
      await page.getByRole('img', { name: /^Share of misses by limit/ }).waitFor();
      const size = page.getByLabel('Limit as a size, such as 20mb');
      await size.fill('9kb');
      for (let i = 0; i < 2; i++) await page.waitForResponse((answer) => answer.url().endsWith('/stats'));
      expect(await size.inputValue()).toBe('9kb');
      await size.press('Enter');
      await page.getByText(/^9 KB is too little: node-\d has/).waitFor();
      await page.getByText(/^Of \d+ recorded accesses, 9 KB would hit/).waitFor();
      await picture(page, 'knn-limit');
      await page.getByRole('button', { name: 'Set to 9 KB' }).click();
      await page.getByText('now 9 KB').waitFor();
      await card(page, 'Event log').getByText('limit 9 KB').first().waitFor();
      const settings = (await console.send('GET', '/_cluster/settings?flat_settings=true')) as {
        transient: Record<string, string>;
      };
      expect(settings.transient['knn.memory.circuit_breaker.limit']).toBe('9kb');
      await page.getByRole('button', { name: 'Back to the default' }).click();
      await page.getByText('now 9 KB').waitFor({ state: 'detached' });
    });

    it('moves the limit with the keyboard', async () => {
      const page = await console.open('knn');
      const slider = page.getByRole('slider', { name: 'Limit', exact: true });
      await slider.focus();
      const before = await slider.getAttribute('aria-valuetext');
      for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowLeft');
      expect(await slider.getAttribute('aria-valuetext')).not.toBe(before);
    });

    it('searches with a vector and names its neighbours', async () => {
      const page = await console.open('knn');
      await page.getByLabel('Vector field').selectOption({ label: 'movies.title_vector (100)' });
      await page.getByLabel('Document id').fill('1144');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Nearest to').waitFor();
      expect(await page.getByText('Nearest to').textContent()).toBe('Nearest to Alien #1144');
      const neighbours = card(page, 'Vectors').getByRole('listitem');
      expect(await neighbours.count()).toBe(10);
      expect(await neighbours.first().textContent()).toMatch(/^Pandorum\s*0\.9810/);
      await picture(page, 'knn-vectors');
      await neighbours.first().getByRole('button').click();
      await page.getByText('Nearest to Pandorum').waitFor();
      await page.getByLabel('Document id').fill('none');
      await page.getByLabel('Document id').press('Enter');
      await page.getByText('has no document [none]').waitFor();
    });
  },
};
