import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAgainAtOnce, picture, type ViewTests } from '../browser.ts';

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
      await page.getByRole('checkbox', { name: 'Search by nearness: v (4) with a k-NN graph' }).waitFor();
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
      await page.getByRole('row', { name: /index\.knn true/ }).waitFor();
      await page.getByRole('tab', { name: 'Segments' }).click();
      await page.getByRole('row', { name: /_0 .*3,20\d/ }).waitFor();
    });

    it('deletes an index only when its name is typed', async () => {
      const page = await console.open('data/birds');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const sure = page.getByRole('button', { name: 'Delete the index' });
      expect(await sure.isDisabled()).toBe(true);
      await page.getByLabel('Type its name').fill('birds');
      await sure.click();
      await page.getByText('No index chosen').waitFor();
      await page.getByRole('link', { name: /birds/ }).waitFor({ state: 'detached' });
    });
  },
};
