import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAgainAtOnce, picture, type ViewTests } from '../browser.ts';
import { PATIENCE_MS, violations } from './axe.ts';

/** The data view. */
export const dataView: ViewTests = {
  title: 'the data view',
  tests: (console) => {
    const choose = async (page: Page, name: string, content: string): Promise<void> => {
      await page.getByRole('button', { name: 'Upload a file' }).click();
      const field = page.getByLabel(/choose a file/);
      await field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    };

    it.each([
      ['boats.json', '[{"name":"Gull","metres":9.5},{"name":"Heron","metres":12.5}]', 2],
      ['birds.ndjson', '{"index":{"_id":"a"}}\n{"name":"Teal"}\n{"index":{"_id":"b"}}\n{"name":"Coot"}\n', 2],
      [
        'Winds 2024.csv',
        'day,speed,from\n2024-01-01,3.5,west\n2024-01-02,,"north, east"\n2024-01-03,7,south',
        3,
      ],
    ])('takes %s', async (file, content, documents) => {
      const index = file
        .toLowerCase()
        .replace(/\.\w+$/, '')
        .replace(' ', '-');
      const page = await console.open('data');
      await choose(page, file, content);
      expect(await page.getByRole('combobox', { name: 'Index' }).inputValue()).toBe(index);
      await picture(page, `data-upload-${index}`);
      await page.getByRole('button', { name: `Upload ${documents} documents` }).click();
      await page.getByRole('heading', { name: index }).waitFor();
      await page.getByText(`1–${documents} of ${documents}`).waitFor();
      const { count } = (await console.send('GET', `/${index}/_count`)) as { count: number };
      expect(count).toBe(documents);
    });

    it('tells numbers from text, and keeps ids of a bulk file', async () => {
      const { hits } = (await console.send('GET', '/winds-2024/_search?q=speed:3.5')) as {
        hits: { hits: { _source: unknown }[] };
      };
      expect(hits.hits[0]._source).toEqual({ day: '2024-01-01', speed: 3.5, from: 'west' });
      expect(await console.send('GET', '/birds/_source/b')).toEqual({ name: 'Coot' });
    });

    it('makes graphs of vectors, when they are wanted', async () => {
      const page = await console.open('data');
      const lines = Array.from({ length: 30 }, (_, i) => `{"v":[${i},1,2,3.5]}`).join('\n');
      await choose(page, 'points.ndjson', lines);
      await page.getByRole('checkbox', { name: 'k-NN search: build a graph for v (4)' }).waitFor();
      await page.getByRole('button', { name: 'Upload 30 documents' }).click();
      await page.getByText('1–30 of 30').waitFor();
      const { graphs } = (await console.send('GET', '/_rockpool/knn/graphs/points')) as {
        graphs: { field: string; vectors: number }[];
      };
      expect(graphs.map(({ field, vectors }) => [field, vectors])).toContainEqual(['v', 30]);
    });

    it.each([
      ['broken.ndjson', '{"a":1}\n{"a":', 'line 2 is not JSON'],
      ['list.json', '[1, 2]', 'item 1 is not a JSON object'],
      ['empty.csv', 'a,b\n', 'There are no documents in empty.csv'],
    ])('says what is wrong with %s', async (file, content, words) => {
      const page = await console.open('data');
      await choose(page, file, content);
      expect(await page.getByRole('alert').textContent()).toContain(words);
      expect(await page.getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(true);
    });

    it('names the first document that the server refuses', async () => {
      const page = await console.open('data');
      await choose(page, 'movies.json', '[{"title":"ok"},{"title":"no","released":"yesterday"}]');
      await page.getByRole('button', { name: 'Upload 2 documents' }).click();
      const words = await page.getByRole('alert').textContent();
      expect(words).toMatch(/1 of 2 documents were refused.*failed to parse field \[released\]/s);
    });

    it('finds documents, opens one with the keyboard, changes and saves it', async () => {
      const page = await console.open('data/boats');
      await page.getByLabel('Query').fill('name:Heron');
      await page.getByLabel('Query').press('Enter');
      await page.getByText('1–1 of 1').waitFor();
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: 'Document' });
      await editor.waitFor();
      await openAgainAtOnce(page);
      await editor.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"name":"Heron","metres":13,"number":9007199254740993}');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('gridcell', { name: '9007199254740993' }).waitFor();
    });

    it('shows the mapping, the settings and the segments', async () => {
      const page = await console.open('data/movies/mapping');
      const row = page.getByRole('row', { name: /^title_vector/ });
      expect(await row.textContent()).toContain('knn_vector(100)');
      await picture(page, 'data-mapping');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page
        .getByRole('listitem')
        .filter({ hasText: /^index\.knn ?true/ })
        .waitFor();
      await page.getByRole('tab', { name: 'Segments' }).click();
      await page.getByRole('row', { name: /_0 .*3,20\d/ }).waitFor();
    });

    it('sorts the list of indices by keyboard, and keeps the order while the page is open', async () => {
      const page = await console.open('data', { viewport: { width: 360, height: 740 } });
      const list = page.getByRole('region', { name: 'Indices' });
      const sorter = (name: RegExp) => list.getByRole('button', { name });
      const documents = async (): Promise<readonly number[]> => {
        const facts = await list.locator('.index-facts').allTextContents();
        return facts.map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
      };
      await sorter(/^Documents$/).focus();
      const byName = await documents();
      await page.keyboard.press('Enter');
      await sorter(/^Documents.*, ascending$/).waitFor();
      expect(await documents()).toEqual([...byName].sort((a, b) => a - b));
      await page.keyboard.press('Enter');
      await sorter(/^Documents.*, descending$/).waitFor();
      const found = await violations(page, 'sorted indices');
      await page.keyboard.press('Alt+4');
      await page.getByRole('heading', { name: 'Cluster' }).waitFor();
      await page.keyboard.press('Alt+3');
      await sorter(/^Documents.*, descending$/).focus();
      expect(await documents()).toEqual([...byName].sort((a, b) => b - a));
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await page.keyboard.press('Enter');
      await sorter(/^Documents$/).waitFor();
      expect(await documents()).toEqual(byName);
      expect(found).toEqual([]);
    });

    it('opens with the first index, and turns its pages without losing the focus', async () => {
      const page = await console.open('data');
      await page.getByText(/^1–2 of 2 /).waitFor();
      await page.keyboard.press('Alt+1');
      await page.goto(`${console.url}/_console#/data/movies`);
      await page.getByText(/^1–50 of 3,20\d /).waitFor();
      const next = page.getByRole('button', { name: 'Next' });
      await next.focus();
      for (const range of [/^51–100 /, /^101–150 /]) {
        await page.keyboard.press('Enter');
        await page.getByText(range).waitFor();
        expect(await next.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
      }
    });

    it('makes an index and a document, clones it, and gives it other settings, fields and names', async () => {
      const page = await console.open('data');
      await page.getByRole('button', { name: 'New index' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Harbours');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(/must be lowercase/).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('harbours');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'harbours' }).waitFor();
      await page.getByRole('button', { name: 'New document' }).click();
      await page.getByLabel('Id', { exact: true }).fill('1');
      await page.getByLabel('Id', { exact: true }).press('Enter');
      await page.getByText(/^1–1 of 1 /).waitFor();
      await page.getByRole('button', { name: 'Clone' }).click();
      await page.getByLabel('Name of the clone').press('Enter');
      await page.getByRole('heading', { name: 'harbours-copy' }).waitFor();
      await page.getByText(/^1–1 of 1 /).waitFor();
      await page.getByRole('tab', { name: 'Mapping' }).click();
      await page.getByRole('button', { name: 'Add fields' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
      await page.getByRole('row', { name: /^note text/ }).waitFor();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Filter settings').fill('refresh_interval');
      await page.getByRole('button', { name: 'Change index.refresh_interval' }).click();
      await page.getByLabel('Value of index.refresh_interval').fill('5s');
      await page.keyboard.press('Enter');
      await page.getByText('index.refresh_interval is 5s').waitFor();
      await page.getByRole('button', { name: 'Reset index.refresh_interval' }).waitFor();
      await page.getByRole('tab', { name: 'Aliases' }).click();
      await page.getByLabel('New alias').fill('ports');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove ports' }).waitFor();
      expect(await console.send('GET', '/ports/_count')).toMatchObject({ count: 1 });
      await page.getByRole('button', { name: 'Remove ports' }).click();
      await page.getByRole('button', { name: 'Remove ports' }).waitFor({ state: 'detached' });
      const { index } = ((await console.send('GET', '/harbours/_settings')) as Record<string, never>)
        .harbours['settings'] as { index: { blocks?: unknown } };
      expect(index.blocks).toBeUndefined();
    });

    it('opens a dialog with its first draw: keys pressed at once go to it', async () => {
      const page = await console.open('data/movies');
      await page.getByRole('button', { name: 'Clone' }).waitFor();
      const isOpen = await page.evaluate(`new Promise((resolve) => {
        new MutationObserver((_changes, observer) => {
          const dialog = document.querySelector('dialog');
          if (!dialog) return;
          observer.disconnect();
          resolve(dialog.open);
        }).observe(document, { childList: true, subtree: true });
        [...document.querySelectorAll('button')].find((button) => button.textContent === 'Clone').click();
      })`);
      expect(isOpen).toBe(true);
    });

    it('folds vectors in documents', async () => {
      const page = await console.open('data/points');
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Document' }).waitFor();
      await page.keyboard.press('Escape');
      await page.goto(`${console.url}/_console#/data/movies`);
      await page
        .getByRole('gridcell', { name: /97 more/ })
        .first()
        .waitFor();
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: 'Document' });
      await editor.getByText('title_vector').waitFor();
      expect(await editor.locator('.cm-line').count()).toBeLessThan(20);
    });

    it(
      'keeps snapshots: takes, restores under other names and deletes them by keyboard',
      async () => {
        const page = await console.open('data/_snapshots', { viewport: { width: 360, height: 740 } });
        const press = async (name: string): Promise<void> => {
          const button = page.getByRole('button', { name, exact: true });
          await button.focus();
          await page.keyboard.press('Enter');
        };
        const found: string[] = [];
        const check = async (state: string): Promise<void> => {
          found.push(...(await violations(page, state)));
          if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
            found.push(`${state}: wide`);
          await page.emulateMedia({ colorScheme: 'light' });
        };
        await page.getByText('There is no repository').waitFor();
        await press('New repository');
        await page.keyboard.type('nightly');
        await page.keyboard.press('Enter');
        const taken = page.getByRole('textbox', { name: 'New snapshot in nightly' });
        await taken.focus();
        await page.keyboard.type('Monday');
        await page.keyboard.press('Enter');
        // A name that is refused stays, to be corrected.
        await page.getByText(/must be lowercase/).waitFor();
        expect(await taken.inputValue()).toBe('Monday');
        await page.keyboard.press('Control+a');
        await page.keyboard.type('monday');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Restore monday' }).waitFor();
        await check('snapshots');
        await press('Restore monday');
        await page.getByText('harbours → restored-harbours', { exact: true }).waitFor();
        await check('restore of a snapshot');
        await page.getByLabel('New names begin with').fill('again-');
        await page.getByRole('checkbox', { name: /^movies → again-movies/ }).focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('Enter');
        await page.getByText('monday is restored as again-…').waitFor();
        expect(await console.send('GET', '/again-harbours/_count')).toMatchObject({ count: 1 });
        expect((await fetch(`${console.url}/again-movies`)).status).toBe(404);
        await press('Delete monday');
        await check('deletion of a snapshot');
        await press('Delete the snapshot');
        await page.getByText('No snapshots yet').waitFor();
        await press('Forget nightly');
        await page.getByText('There is no repository').waitFor();
        await console.send('DELETE', '/again-*');
        expect(found).toEqual([]);
      },
      PATIENCE_MS,
    );

    it(
      'keeps the state of the server, and goes back to it, by keyboard',
      async () => {
        const page = await console.open('data/_states');
        await page.getByText('what the server began with').waitFor();
        await page.getByRole('textbox', { name: 'Name of a new state' }).focus();
        await page.keyboard.type('before');
        await page.keyboard.press('Enter');
        const back = page.getByRole('button', { name: 'Go back to before' });
        await back.waitFor();
        await console.send('PUT', '/mistake');
        await back.focus();
        await page.keyboard.press('Enter');
        await page.getByText(/is lost, unless you keep it/).waitFor();
        const found = await violations(page, 'going back');
        await page.getByRole('button', { name: 'Go back', exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.getByText('Everything is as it was in before').waitFor();
        expect((await fetch(`${console.url}/mistake`)).status).toBe(404);
        expect(await console.send('GET', '/harbours/_count')).toMatchObject({ count: 1 });
        await page.getByRole('button', { name: 'Forget before' }).focus();
        await page.keyboard.press('Enter');
        await back.waitFor({ state: 'detached' });
        expect(found).toEqual([]);
      },
      PATIENCE_MS,
    );

    it('keeps templates, and changes them', async () => {
      const page = await console.open('data/_templates');
      await page.getByRole('button', { name: 'New template' }).click();
      await page.getByLabel('Name', { exact: true }).fill('logs');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Edit logs' }).waitFor();
      await picture(page, 'data-templates');
      await page.getByRole('button', { name: 'Edit logs' }).click();
      const body = page.getByRole('dialog').getByRole('textbox');
      await body.getByText('logs-*').waitFor();
      await body.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"index_patterns":["traces-*"]}');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('traces-*').waitFor();
      await page.getByRole('button', { name: 'Delete logs' }).click();
      await page.getByText('There are no templates').waitFor();
    });

    it('deletes an index only when its name is typed', async () => {
      const page = await console.open('data/birds');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const sure = page.getByRole('button', { name: 'Delete the index' });
      expect(await sure.isDisabled()).toBe(true);
      await page.getByLabel('Type its name').fill('birds');
      await sure.click();
      await page.waitForURL(/#\/data$/);
      await page.getByRole('link', { name: /birds/ }).waitFor({ state: 'detached' });
    });
  },
};
