import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { picture, settled, type ViewTests } from '../browser.ts';

async function writeSheet(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Requests' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function runSheet(page: Page, text: string): Promise<void> {
  await writeSheet(page, text);
  await page.keyboard.press('Control+Enter');
}

const SEARCH = 'GET /movies/_search\n{\n  "query": { "match": { "title": "star" } },\n  "size": 2\n}\n';

/** The sheet of requests. */
export const requests: ViewTests = {
  title: 'the requests',
  tests: (console) => {
    const tree = (page: Page) => page.getByRole('tree', { name: 'Answer as a tree' });
    const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

    it('answers as a tree that the arrow keys open and close, or as text', async () => {
      const page = await console.open('requests');
      await settled(page);
      await runSheet(page, SEARCH);
      await tree(page).waitFor();
      expect(await status(page).textContent()).toMatch(/^200 OK .*ms · [\d.]+ KB$/);
      await page.getByText('Sent as POST: a browser sends no body with GET.').waitFor();
      await page.getByRole('treeitem', { name: /^hits: \{3\}/ }).waitFor();
      await picture(page, 'requests');
      await tree(page).focus();
      const rows = await page.getByRole('treeitem').count();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(1);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(rows);
      await page.keyboard.press('End');
      const at = await tree(page).getAttribute('aria-activedescendant');
      expect(await page.locator(`#${at}`).getAttribute('aria-level')).not.toBe('1');
      await page.getByRole('button', { name: 'Text' }).click();
      const text = await page.getByRole('region', { name: 'Answer as text' }).textContent();
      expect(text).toMatch(/^\{"took":\d+,"timed_out":false/);
    });

    it('runs the request at the cursor, all that are selected, and the one whose triangle is pressed', async () => {
      const page = await console.open('requests');
      await settled(page);
      await runSheet(
        page,
        `${SEARCH}\n# lines\nPOST /_msearch\n{"index":"movies"}\n{\n  "size": 0\n}\n\nGET /_cat/count/movies?h=count`,
      );
      await page.getByText('3201').waitFor();
      await page.locator('.cm-play:visible').nth(1).click();
      await page.getByRole('treeitem', { name: /responses: \[1\]/ }).waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+Enter');
      const choice = page.getByLabel('Answer to');
      await expect
        .poll(() => choice.locator('option').allTextContents())
        .toEqual([
          '200 · GET /movies/_search',
          '200 · POST /_msearch',
          '200 · GET /_cat/count/movies?h=count',
        ]);
      await choice.selectOption({ index: 2 });
      await page.getByText('3201').waitFor();
    });

    it('completes paths, parameters, clauses and fields', async () => {
      const page = await console.open('requests');
      await settled(page);
      await writeSheet(page, '');
      const first = page.locator('.cm-tooltip-autocomplete li').first();
      const accept = async (text: string): Promise<void> => {
        await first.getByText(text, { exact: true }).waitFor();
        // CodeMirror takes no key for the first 75 ms of a list.
        await page.waitForTimeout(100);
        await page.keyboard.press('Enter');
      };
      await page.keyboard.type('GET /mov');
      await accept('movies');
      await page.keyboard.type('/_sea');
      await accept('_search');
      await page.keyboard.type('?search_ty');
      await accept('search_type');
      await page.keyboard.type('dfs');
      await accept('dfs_query_then_fetch');
      await page.keyboard.type('\n{ que');
      await accept('query');
      await page.keyboard.type('matc');
      await picture(page, 'requests-completion');
      await accept('match');
      await page.keyboard.type('"tit');
      await accept('title');
      const lines = await page.locator('.cm-line').allTextContents();
      expect(lines).toEqual([
        'GET /movies/_search?search_type=dfs_query_then_fetch',
        '{ "query": {"match": {"title": ""}}}',
      ]);
      // Tab leads to what is still to be filled in.
      await page.keyboard.press('Tab');
      await page.keyboard.type('star');
      await page.keyboard.press('Control+Enter');
      await page.getByText(/^200 OK/).waitFor();
    });

    it('begins bodies, and goes on in them from gap to gap', async () => {
      const page = await console.open('requests');
      await settled(page);
      await writeSheet(page, 'GET /movies/_search\n');
      const first = page.locator('.cm-tooltip-autocomplete li').first();
      const accept = async (text: string): Promise<void> => {
        await first.getByText(text, { exact: true }).waitFor();
        await page.waitForTimeout(100);
        await page.keyboard.press('Enter');
      };
      await page.keyboard.press('Control+Space');
      await first.getByText('{"query": {"match_all": {}}}', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('{');
      await first.getByText('{"query": {"match_all": {}}}', { exact: true }).waitFor();
      await picture(page, 'requests-bodies');
      await page.waitForTimeout(100);
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.type('"genres');
      await page.keyboard.press('Tab');
      await page.keyboard.type('gen');
      await accept('genre');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('treeitem', { name: /genres: / }).waitFor();
      const text = (await page.locator('.cm-line').allTextContents()).join('');
      expect(JSON.parse(text.replace('GET /movies/_search', ''))).toEqual({
        size: 0,
        aggs: { genres: { terms: { field: 'genre' } } },
      });
      const lines = await page.locator('.cm-line').count();
      await page.keyboard.press('Control+Shift+BracketLeft');
      await expect.poll(() => page.locator('.cm-line').count()).toBeLessThan(lines);
      await page.keyboard.press('Control+Shift+BracketRight');
      await expect.poll(() => page.locator('.cm-line').count()).toBe(lines);
    });

    it('marks the place of what is refused, and shows warnings', async () => {
      const page = await console.open('requests');
      await settled(page);
      await runSheet(page, 'POST /movies/_search\n# so\n{\n  "size": 1,\n  "sizes": 2\n}');
      await page.getByText('400 Bad Request').waitFor();
      const marked = page.locator('.cm-lintRange-error');
      expect(await marked.textContent()).toMatch(/sizes|2/);
      await picture(page, 'requests-error');
      await runSheet(page, 'GET /_cat/master');
      await page.getByText(/^200 OK/).waitFor();
      expect(await marked.count()).toBe(0);
    });

    it('takes curl, gives curl, and remembers sheet and history', async () => {
      const page = await console.open('requests');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await settled(page);
      await writeSheet(page, '');
      await page.getByRole('button', { name: 'Import curl' }).click();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(
          `curl -XPOST 'http://x:9200/movies/_count' -H 'content-type: application/json' -d '{"query":{"term":{"genre":"Drama"}}}'`,
        );
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('treeitem', { name: /count: 789/ }).waitFor();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied as curl').waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toContain(
        `curl -XPOST '${console.url}/movies/_count' -H 'content-type: application/json' -d '{`,
      );
      await page.reload();
      await page.getByText('"Drama"').waitFor();
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: /^POST \/movies\/_count/ }).waitFor();
      await picture(page, 'requests-history');
    });

    it('puts in what variables stand for, and completes their names', async () => {
      const page = await console.open('requests');
      await settled(page);
      await writeSheet(page, '@films = movies\n@least = 9.1\nGET /${films}/_search\n');
      await page.keyboard.type('{"size": 1, "query": {"range": {"imdb": {"gte": ${');
      await page.locator('.cm-tooltip-autocomplete li').first().getByText('films', { exact: true }).waitFor();
      await picture(page, 'requests-variables');
      await page.keyboard.type('lea');
      await page.waitForTimeout(100);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Enter');
      await page.getByText(/^200 OK/).waitFor();
      const lines = await page.locator('.cm-line').allTextContents();
      expect(lines[3]).toBe('{"size": 1, "query": {"range": {"imdb": {"gte": ${least}}}}}');
      await page.getByRole('tab', { name: 'History' }).click();
      const name = 'GET /movies/_search {"size": 1, "query": {"range": {"imdb": {"gte": 9.1}}}}';
      await page.getByRole('button', { name, exact: true }).waitFor();
    });

    it('saves the sheet as a file, and opens a file as the sheet; Ctrl+Z takes that back', async () => {
      const page = await console.open('requests');
      await settled(page);
      const written = '# Zürich\nGET /_cat/nodes\n';
      await writeSheet(page, written);
      const numbers = page.locator('.cm-lineNumbers .cm-gutterElement:visible');
      await expect.poll(() => numbers.allTextContents()).toEqual(['1', '2', '3']);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save sheet' }).focus();
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toBe('requests.http');
      expect(readFileSync(await file.path(), 'utf8')).toBe(written);
      const field = page.getByLabel('Open sheet');
      const choose = (name: string, text: string): Promise<void> =>
        field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      const chooser = page.waitForEvent('filechooser');
      await field.focus();
      await page.keyboard.press('Enter');
      await chooser;
      const lines = () => page.locator('.cm-line').allTextContents();
      await choose('others.http', '\uFEFFGET /_cat/count?h=count\r\n');
      await page.getByText(/^others.http is open/).waitFor();
      await expect.poll(lines).toEqual(['GET /_cat/count?h=count', '']);
      await choose('picture.png', 'PNG\0');
      await page.getByText('picture.png is not a text file').waitFor();
      await page.getByRole('textbox', { name: 'Requests' }).focus();
      await page.keyboard.press('Control+z');
      await expect.poll(lines).toEqual(['# Zürich', 'GET /_cat/nodes', '']);
    });

    it('stays awake with an answer of megabytes', async () => {
      const page = await console.open('requests');
      await settled(page);
      await runSheet(page, 'GET /movies/_search?size=3201');
      await page.getByRole('treeitem', { name: /hits: \{3\}/ }).waitFor();
      await tree(page).focus();
      await page.keyboard.press('End');
      await expect.poll(() => page.getByRole('treeitem').last().getAttribute('aria-selected')).toBe('true');
      expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    });
  },
};
