import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { picture, runSql, type ViewTests } from '../browser.ts';

/** The SQL workbench. */
export const workbench: ViewTests = {
  title: 'the SQL workbench',
  tests: (console) => {
    const GENRES = 'SELECT genre, COUNT(*) AS films FROM movies GROUP BY genre ORDER BY films DESC';

    it('answers with rows and their types, numbers to the right', async () => {
      const page = await console.open('sql');
      await runSql(page, GENRES);
      const grid = page.getByRole('grid', { name: 'Rows' });
      await grid.waitFor();
      // Keywords stand out once the server has told them.
      await expect.poll(() => page.locator('.cm-line span', { hasText: /^(SELECT|GROUP)$/ }).count()).toBe(2);
      expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual([
        'Row',
        'genre\nkeyword',
        'films\ninteger',
      ]);
      expect(await grid.getByRole('row').nth(1).textContent()).toBe('1Drama789');
      const tone = (text: string) =>
        grid.getByRole('gridcell', { name: text, exact: true }).getAttribute('class');
      expect([await tone('Drama'), await tone('789')]).toEqual([null, 'number']);
      expect(await page.getByRole('status').allInnerTexts()).toContainEqual(
        expect.stringMatching(/^1–13 of 13 rows · \d/),
      );
      await picture(page, 'sql');
    });

    it('pages through everything that a statement finds, past the first page of the server', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT title, imdb FROM movies');
      const summary = page.getByText(/ of 3,201 rows/);
      await summary.waitFor();
      const next = page.getByRole('button', { name: 'Next' });
      for (let i = 0; i < 9; i++) await next.click();
      const place = await next.boundingBox();
      let goOn = (): void => undefined;
      const isHeld = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/_sql*', (route) => isHeld.then(() => route.continue()));
      await next.click();
      await page.getByText('1,001–1,100 of 3,201 rows').waitFor();
      // A button that moves while it is pressed is not pressed.
      expect(await next.boundingBox()).toEqual(place);
      goOn();
      await page.getByRole('rowheader', { name: '1001', exact: true }).waitFor();
      await next.click();
      await page.getByText('1,101–1,200 of 3,201 rows').waitFor();
      await page.getByRole('rowheader', { name: '1101', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Previous' }).click();
      await page.getByText('1,001–1,100 of 3,201 rows').waitFor();
    });

    it('underlines the place of an error and says what the server says', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT title, imdbb FROM movies');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('name=imdbb');
      expect(await page.locator('.cm-lintRange-error').textContent()).toBe('imdbb');
      await picture(page, 'sql-error');
      await runSql(page, 'SELECT title FROM movies LIMIT 1');
      await page.getByRole('grid').waitFor();
      expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
    });

    it('completes tables, columns and functions, and puts the cursor between the parentheses', async () => {
      const page = await console.open('sql');
      await page.getByRole('textbox', { name: 'SQL statement' }).click();
      await page.getByRole('button', { name: 'SHOW TABLES LIKE %' }).waitFor();
      await page.keyboard.type('SELECT ABS');
      const first = page.locator('.cm-tooltip-autocomplete li').first();
      await expect.poll(() => first.textContent()).toMatch(/^ABS/);
      // CodeMirror takes no key for the first 75 ms of a list, so that nobody accepts what was not read.
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await page.keyboard.type('1 - 3) FROM mov');
      await first.getByText('movies').waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await page.keyboard.type(' m WHERE m.imdb_v');
      await first.getByText('imdb_votes').waitFor();
      await picture(page, 'sql-completion');
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      const text = await page.getByRole('textbox', { name: 'SQL statement' }).textContent();
      expect(text).toBe('SELECT ABS(1 - 3) FROM movies m WHERE m.imdb_votes');
    });

    it('shows the DSL and runs it, the plan with what the search does, and where the time went', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT title FROM movies WHERE imdb > 8 AND LENGTH(title) < 6');
      await page.getByRole('button', { name: 'Run this DSL' }).click();
      await page.getByRole('region', { name: 'Answer of the search' }).waitFor();
      expect(await page.getByLabel('Index to search').inputValue()).toBe('movies');
      await page.getByRole('tab', { name: 'Plan' }).click();
      await page.getByText('IndexScan', { exact: true }).first().waitFor();
      expect(await page.getByRole('tabpanel', { name: 'Plan' }).textContent()).toContain('in the search');
      await picture(page, 'sql-plan');
      await page.getByRole('tab', { name: 'Timings' }).click();
      await page.getByRole('button', { name: 'Measure' }).click();
      await page.getByRole('button', { name: 'Measure again' }).waitFor();
      expect(await page.getByRole('tabpanel', { name: 'Timings' }).textContent()).toMatch(
        /IndexScan \d+ rows\s*[\d.]+ ms/,
      );
      await picture(page, 'sql-timings');
    });

    it('sorts every row by a column, also with the keyboard, and draws them', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT title, imdb, us_gross FROM movies');
      const grid = page.getByRole('grid', { name: 'Rows' });
      await grid.waitFor();
      await grid.getByRole('button', { name: 'us_gross' }).click();
      // All pages are there by then: the first row is the least of 3,201.
      await expect
        .poll(() => grid.getByRole('columnheader', { name: /us_gross/ }).getAttribute('aria-sort'))
        .toBe('ascending');
      await page.getByText('sorting …').waitFor({ state: 'detached' });
      const third = grid.getByRole('gridcell').nth(2);
      await expect.poll(() => third.textContent(), { timeout: 20_000 }).toBe('0');
      await grid.getByRole('gridcell').first().focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect.poll(() => third.textContent(), { timeout: 20_000 }).toBe('760,167,650');
      expect(await third.getAttribute('title')).toBe('760167650');
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('760,167,650');
      await page.getByRole('button', { name: 'Chart' }).click();
      await page.getByRole('img', { name: 'Bars: imdb by title, 3,201 rows' }).waitFor();
      await page.getByRole('button', { name: 'Points' }).click();
      await page.getByRole('combobox', { name: 'Along' }).selectOption({ label: 'us_gross' });
      const picture360 = page.getByRole('img', { name: /^Points: imdb by us_gross, 3,1\d\d rows/ });
      await picture360.waitFor();
      await page.setViewportSize({ width: 360, height: 740 });
      await expect
        .poll(async () => (await picture360.locator('canvas').boundingBox())?.width ?? 999)
        .toBeLessThan(360);
      await picture(page, 'sql-chart');
    });

    it('draws the rows that are there, says how many are missing, and loads them', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT released, imdb, imdb_votes FROM movies');
      await page.getByRole('grid', { name: 'Rows' }).waitFor();
      await page.getByRole('button', { name: 'Chart' }).focus();
      await page.keyboard.press('Enter');
      const first = page.getByRole('img', { name: /^Lines: imdb by released, [\d,]+ rows/ });
      await first.waitFor();
      await page.getByText('The chart shows the first 1,000 of 3,201 rows.').waitFor();
      await picture(page, 'sql-chart-part');
      await page.getByRole('button', { name: 'Load all rows' }).focus();
      await page.keyboard.press('Enter');
      const whole = page.getByRole('img', { name: /^Lines: imdb by released, 3,\d{3} rows/ });
      await whole.waitFor();
      expect(await page.getByText(/The chart shows the first/).count()).toBe(0);
      await page.getByRole('button', { name: 'Bars', exact: true }).click();
      await page.getByText(/^Each bar is the mean of its rows/).waitFor();
      const canvas = page.locator('.chart canvas');
      const { x = 0, y = 0, width = 0 } = (await canvas.boundingBox()) ?? {};
      await page.mouse.move(x + width / 2, y + 100);
      await page.getByText(/, mean of \d+ \(/).waitFor();
      await picture(page, 'sql-chart-whole');
      // Closer, every row has a bar of its own.
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 12, y + 100, { steps: 2 });
      await page.mouse.up();
      await page.getByText(/^Drag across the chart/).waitFor();
      await page.locator('.chart .u-over').dblclick();
      await page.getByText(/^Each bar is the mean of its rows/).waitFor();
    });

    it('lists indices and fields with their values, and puts names into the statement', async () => {
      const page = await console.open('sql');
      await page.getByRole('button', { name: 'Fields of movies', exact: true }).click();
      await page.getByRole('button', { name: 'Values of genre' }).click();
      await page.getByText('In 2,926 of 3,201 documents, 12 values').waitFor();
      await page.getByText('Romantic Comedy').waitFor();
      await page.getByRole('textbox', { name: 'SQL statement' }).click();
      await page.keyboard.insertText('SELECT  FROM movies');
      for (let i = 0; i < ' FROM movies'.length; i++) await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'genre', exact: true }).click();
      expect(await page.getByRole('textbox', { name: 'SQL statement' }).textContent()).toBe(
        'SELECT genre FROM movies',
      );
      await picture(page, 'sql-indices');
    });

    it('keeps statements in tabs, under names and in links', async () => {
      const page = await console.open('sql');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const editor = page.getByRole('textbox', { name: 'SQL statement' });
      await runSql(page, 'SELECT 1 AS one');
      await page.getByRole('gridcell', { name: '1', exact: true }).waitFor();
      await page.getByRole('button', { name: 'New tab' }).click();
      await expect.poll(() => editor.textContent()).toBe('SELECT … FROM …');
      await runSql(page, 'SELECT 2 / 4 AS two');
      await page.getByRole('columnheader', { name: /two/ }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('half of one');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Copied the link').waitFor();
      const link = String(await page.evaluate('navigator.clipboard.readText()'));
      await page.getByRole('tab', { name: 'SELECT 1 AS one' }).click();
      // Its answer is still there.
      await page.getByRole('columnheader', { name: /one/ }).waitFor();
      await page.reload();
      await expect.poll(() => editor.textContent()).toBe('SELECT 1 AS one');
      await page.goto(`${link}%20--%20linked`);
      await expect.poll(() => editor.textContent()).toBe('SELECT 2 / 4 AS two -- linked');
      expect(await page.evaluate('location.hash')).toBe('#/sql');
      await page.getByRole('button', { name: 'Close this tab' }).click();
      await page.getByRole('tab', { name: 'History' }).click();
      await page
        .getByRole('region', { name: 'Saved' })
        .getByRole('button', { name: 'half of one', exact: true })
        .click();
      await expect.poll(() => editor.textContent()).toBe('SELECT 2 / 4 AS two');
      expect(await page.getByRole('tablist', { name: 'Statements' }).getByRole('tab').count()).toBe(3);
      await page.getByRole('button', { name: 'Forget half of one' }).click();
      await page.getByRole('region', { name: 'Saved' }).waitFor({ state: 'detached' });
    });

    it('answers of PPL have their columns in the order of the mapping', async () => {
      const page = await console.open('sql');
      await page.getByRole('button', { name: 'Fields of movies', exact: true }).waitFor();
      await page.getByRole('button', { name: 'PPL', exact: true }).click();
      await runSql(page, 'source=movies | head 3', 'PPL');
      await page.getByRole('grid').waitFor();
      const heads = await page.getByRole('columnheader').allTextContents();
      expect(heads.slice(1, 4)).toEqual(['budgetlong', 'creative_typestring', 'directorstring']);
    });

    it('downloads every row as CSV, not only those that are shown', async () => {
      const page = await console.open('sql');
      await runSql(page, "SELECT title, imdb FROM movies WHERE title <> 'x' AND imdb > 1");
      await page.getByRole('grid').waitFor();
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await waiting;
      const text = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n');
      const { datarows } = (await console.send('POST', '/_plugins/_sql', {
        query: "SELECT COUNT(*) FROM movies WHERE title <> 'x' AND imdb > 1",
      })) as { datarows: number[][] };
      expect(file.suggestedFilename()).toBe('result.csv');
      expect(text[0]).toBe('title,imdb');
      expect(text.length - 1).toBe(datarows[0][0]);
    });

    it('remembers statements, also after a reload', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT 1 + 1 AS two');
      await page.getByRole('grid').waitFor();
      await page.reload();
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: 'SELECT 1 + 1 AS two' }).waitFor();
      await page.getByRole('button', { name: 'Run again' }).click();
      expect(await page.getByRole('gridcell').first().textContent()).toBe('2');
      await picture(page, 'sql-history');
    });

    it('writes PPL in the same editor: its words, its errors in place, a draft and a history of its own', async () => {
      const page = await console.open('sql');
      await runSql(page, 'SELECT 1 AS one');
      await page.getByRole('button', { name: 'PPL', exact: true }).click();
      const editor = page.getByRole('textbox', { name: 'PPL statement' });
      await expect.poll(() => editor.textContent()).toBe('source=… | where …');
      await editor.click();
      await page.keyboard.type('source=mov');
      const first = page.locator('.cm-tooltip-autocomplete li').first();
      await first.getByText('movies').waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await page.keyboard.type(' | sta');
      await expect.poll(() => first.textContent()).toMatch(/^stats/);
      await page.keyboard.press('Escape');
      await runSql(page, 'source=movies | where imdbb > 8', 'PPL');
      await page.getByRole('alert').waitFor();
      expect(await page.locator('.cm-lintRange-error').textContent()).toBe('imdbb');
      await runSql(page, 'source=movies | stats count() as films by genre | sort - films', 'PPL');
      await page.getByRole('grid').waitFor();
      expect(await page.getByRole('row').nth(1).textContent()).toBe('1789Drama');
      await page.getByRole('region', { name: 'Explanation' }).waitFor();
      await picture(page, 'ppl');
      await page.getByRole('button', { name: 'SQL', exact: true }).click();
      expect(await page.getByRole('textbox', { name: 'SQL statement' }).textContent()).toBe(
        'SELECT 1 AS one',
      );
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Run again' }).first().click();
      await page.getByRole('textbox', { name: 'PPL statement' }).waitFor();
      expect(await page.getByRole('row').nth(1).textContent()).toBe('1789Drama');
    });
  },
};
