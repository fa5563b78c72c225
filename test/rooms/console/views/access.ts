import { beforeAll, expect, it } from 'vitest';
import { type Console, openAgainAtOnce, picture, runSql, settled, type ViewTests } from '../browser.ts';
import { PATIENCE_MS, violations } from './axe.ts';

/** For whom the console is: no mouse, a small screen, a dark room, a screen reader. */

const ROUTES = [
  'sql',
  'knn',
  'data',
  'data/movies',
  'data/movies/mapping',
  'data/movies/settings',
  'data/movies/aliases',
  'data/movies/segments',
  'data/_templates',
  'data/_snapshots',
  'data/_states',
  'cluster',
  'cluster/tasks',
  'cluster/settings',
  'cluster/clock',
  'cluster/faults',
  'cluster/nodes',
  'requests',
];

/** More segments in a shard than bars find room side by side. */
async function manyGraphs(console: Console): Promise<void> {
  const settings = { 'index.knn': true, number_of_replicas: 0, refresh_interval: '-1' };
  const merging = { 'merge.policy.segments_per_tier': 100, 'merge.policy.max_merge_at_once': 100 };
  const mappings = { properties: { v: { type: 'knn_vector', dimension: 2 } } };
  await console.send('PUT', '/many-segments', { settings: { ...settings, ...merging }, mappings });
  for (let i = 0; i < 40; i++) {
    await console.send('POST', '/many-segments/_bulk?refresh=true', `{"index":{}}\n{"v":[${i},1]}\n`);
  }
}

/** The console for everybody. */
export const access: ViewTests = {
  title: 'the console for everybody',
  tests: (console) => {
    beforeAll(() => manyGraphs(console));

    it(
      'axe finds nothing in any view',
      async () => {
        const page = await console.open('sql');
        await runSql(page, 'SELECT genre, COUNT(*) FROM movies GROUP BY genre');
        await page.getByRole('grid').waitFor();
        const found: string[] = [];
        for (const route of ROUTES) {
          await page.goto(`${console.url}/_console#/${route}`);
          found.push(...(await violations(page, route)));
        }
        expect(found).toEqual([]);
      },
      PATIENCE_MS,
    );

    it(
      'axe finds nothing in dialogs, panels and errors',
      async () => {
        const page = await console.open('data');
        const found: string[] = [];
        const check = async (state: string): Promise<void> => {
          found.push(...(await violations(page, state)));
        };
        await page.getByRole('button', { name: 'Upload a file' }).click();
        await check('upload');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Alt+1');
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        await check('shortcuts');
        await page.keyboard.press('Escape');
        await runSql(page, 'SELECT genre, COUNT(*) FROM movies GROUP BY genre');
        await page.getByRole('grid').waitFor();
        for (const tab of ['Indices', 'Plan', 'Timings', 'History']) {
          await page.getByRole('tab', { name: tab }).click();
          await check(tab);
        }
        await page.getByRole('button', { name: 'Chart' }).click();
        await check('chart');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await check('save');
        await page.keyboard.press('Escape');
        await runSql(page, 'SELECT nothing FROM movies');
        await page.getByRole('alert').waitFor();
        await check('error');
        await page.keyboard.press('Alt+5');
        await page.getByRole('textbox', { name: 'Requests' }).click();
        await page.keyboard.press('Control+Enter');
        await page.getByText(/^200 OK/).waitFor();
        await check('answer as text');
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Control+Enter');
        await page.getByRole('tree').waitFor();
        await check('answer as a tree');
        await page.getByRole('button', { name: 'Import curl' }).click();
        await check('import of curl');
        expect(found).toEqual([]);
      },
      PATIENCE_MS,
    );

    it('fits into 360 pixels without scrolling sideways', async () => {
      const page = await console.open('sql', { viewport: { width: 360, height: 740 } });
      await runSql(page, 'SELECT * FROM movies');
      await page.getByRole('grid').waitFor();
      const wider: string[] = [];
      for (const route of ROUTES) {
        await page.goto(`${console.url}/_console#/${route}`);
        await settled(page);
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) wider.push(route);
        await picture(page, `360-${route.replaceAll('/', '-')}`);
      }
      expect(wider).toEqual([]);
    });

    it('shrinks and grows with the window while it runs', async () => {
      const page = await console.open('knn');
      await page.getByRole('button', { name: 'Search from here' }).click();
      const curve = page.getByRole('img', { name: /^Share of misses by limit/ });
      await curve.waitFor();
      const widths = async (): Promise<{ page: boolean; plots: boolean }> => ({
        page: (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) as boolean,
        plots: (await page.evaluate(`[...document.querySelectorAll('.plot')].every((plot) => {
          const drawn = plot.querySelector('canvas').getBoundingClientRect().width;
          return drawn <= plot.clientWidth + 1 && drawn > plot.clientWidth * 0.8;
        })`)) as boolean,
      });
      for (const width of [560, 360, 1400]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(widths).toEqual({ page: true, plots: true });
      }
      await page.goto(`${console.url}/_console#/cluster`);
      await page.getByRole('img', { name: /^Requests a second/ }).waitFor();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(widths).toEqual({ page: true, plots: true });
      }
    });

    it('says what was done where it covers nothing', async () => {
      for (const width of [1280, 360]) {
        const page = await console.open('data/movies', { viewport: { width, height: 740 } });
        const main = page.getByRole('main');
        await page.getByRole('gridcell').first().waitFor();
        const before = await main.boundingBox();
        await page.getByRole('button', { name: 'Refresh' }).click();
        const message = page.getByText('movies refreshed');
        await message.waitFor();
        const { y = 0, height = 0 } = (await message.boundingBox()) ?? {};
        expect(await main.boundingBox()).toEqual(before);
        expect(y + height).toBeLessThanOrEqual(before?.y ?? 0);
      }
    });

    it('goes from a statement to a cell and back without a mouse', async () => {
      const page = await console.open('sql');
      await page.getByRole('textbox', { name: 'SQL statement' }).waitFor();
      const focused = () => page.evaluate('document.activeElement?.textContent?.trim() ?? ""');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      // The tab of the statement, a new one, the editor.
      for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
      await page.keyboard.type('SELECT title, imdb FROM movies ORDER BY imdb DESC, title LIMIT 3');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('grid').waitFor();
      // Out of the editor with Tab: the languages, the buttons, then the grid, which is one stop.
      for (const stop of [/^SQL$/, /^PPL$/, /^Save$/, /^Copy link$/, /^Run/]) {
        await page.keyboard.press('Tab');
        expect(await focused()).toMatch(stop);
      }
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('The Godfather');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe('The Shawshank Redemption');
      await page.keyboard.press('ArrowRight');
      expect(await focused()).toBe('9.2');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'imdb' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await focused()).toBe('9.2');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Download CSV');
      const dialog = page.getByRole('dialog', { name: 'imdb' });
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+Tab');
      expect(await focused()).toBe('9.2');
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await openAgainAtOnce(page);
      // Whoever goes on in the moment in which the dialog closes is not called back.
      await page.evaluate(`
      document.querySelector('dialog').close();
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Download CSV').focus();
    `);
      await dialog.waitFor({ state: 'detached' });
      expect(await focused()).toBe('Download CSV');
    });

    it('goes through the views by shortcut, and tells where it is', async () => {
      const page = await console.open('sql');
      await page.getByRole('textbox', { name: 'SQL statement' }).waitFor();
      // The page itself has the same frame, for the first moment.
      const html = await (await fetch(`${console.url}/_console`)).text();
      const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
      const inProgram = await links.evaluateAll((all) =>
        all.map((a) => [a.getAttribute('href'), a.textContent]),
      );
      expect([...html.matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, ...link]) => link)).toEqual(inProgram);
      for (const [key, title] of [
        ['Alt+2', 'k-NN'],
        ['Alt+3', 'Data'],
        ['Alt+4', 'Cluster'],
        ['Alt+1', 'SQL'],
      ]) {
        await page.keyboard.press(key);
        await expect.poll(() => page.title()).toBe(`${title} · Rockpool`);
        expect(await page.evaluate('document.activeElement?.id')).toBe('content');
      }
    });

    it('moves along tabs and graphs with the arrow keys', async () => {
      const page = await console.open('cluster/tasks');
      await page.getByRole('tab', { name: 'Tasks' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByLabel('Filter settings').waitFor();
      await page.keyboard.press('End');
      await page.getByRole('button', { name: /node-1/ }).waitFor();
      await page.keyboard.press('Alt+2');
      const graphs = page.getByRole('region', { name: 'Graphs', exact: true });
      const many = graphs.getByRole('listbox', { name: /^Graphs of many-segments/ });
      await many.getByRole('option').first().focus();
      await page.getByText(/^many-segments, primary of shard 0 .* segment _0:/).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText(/^many-segments, primary of shard 0 .* segment _1:/).waitFor();
    });

    it('takes the theme of the system, or the one that is chosen, and remembers it', async () => {
      const page = await console.open('sql', { colorScheme: 'dark' });
      const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      const dark = await background();
      await page.getByRole('button', { name: 'Theme: system' }).click();
      await page.getByRole('button', { name: 'Theme: light' }).waitFor();
      expect(await background()).not.toBe(dark);
      await page.reload();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
      expect(await background()).toBe(dark);
    });

    it('says that a view cannot be loaded, and loads it later', async () => {
      const page = await console.open('sql');
      await page.route('**/KnnView-*.js', (route) => route.abort());
      await page.reload();
      await page.getByRole('textbox', { name: 'SQL statement' }).waitFor();
      await page.keyboard.press('Alt+2');
      await page.getByText(/script of this view cannot be loaded/).waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Graph memory' }).waitFor();
    });

    it('asks nobody but its own server, and says so when that is gone', async () => {
      const page = await console.open('sql');
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await page.reload();
      await page.keyboard.press('Alt+2');
      await settled(page);
      expect([...hosts]).toEqual([console.url]);
      await page.route('**/*', (route) => route.abort());
      await page.getByText('The server does not answer. The console keeps trying.').waitFor();
    });
  },
};
