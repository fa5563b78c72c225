import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../support/server.ts';

/** A real Chromium over a started server with the films. Without the browser these tests are left out, and say so. */

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

export const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What a person's machine is like. */
interface Screen {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

const DESK = { width: 1280, height: 720 };

export interface Console {
  /** `http://127.0.0.1:1234`. */
  readonly url: string;
  /** The page, as if its browser had never been here, at a route such as `sql`. */
  open(route: string, screen?: Screen): Promise<Page>;
  /** What went wrong in any page so far: errors of scripts, and what the page's policy has refused. */
  readonly failures: readonly string[];
  send(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Requests of a page whose answers have not begun. */
const waiting = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  waiting.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('response', (response) => open.delete(response.request()));
  page.on('requestfailed', (request) => open.delete(request));
}

class RunningConsole implements Console {
  readonly failures: string[] = [];
  #server: RunningServer | null = null;
  #browser: Browser | null = null;
  #page: Page | null = null;

  async start(args: readonly string[]): Promise<void> {
    this.#server = await startServer(['--ephemeral', '--demo', ...args]);
    this.#browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    this.#page = await this.#browser.newPage();
    this.#page.setDefaultTimeout(20_000);
    this.#page.on('pageerror', (error) => this.failures.push(String(error.stack)));
    this.#page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.failures.push(message.text());
    });
    watchRequests(this.#page);
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.stop();
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async open(route: string, { colorScheme = 'light', viewport = DESK }: Screen = {}): Promise<Page> {
    const page = this.#page as Page;
    await page.unrouteAll();
    // Where the program does not run, it remembers nothing behind our back.
    await page.goto(`${this.url}/_console/icon.svg`);
    await page.evaluate('localStorage.clear()');
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto(`${this.url}/_console#/${route}`);
    return page;
  }

  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const isText = typeof body === 'string';
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
      body: body === undefined || isText ? (body as string | undefined) : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
}

/** The tests of a view. */
export interface ViewTests {
  readonly title: string;
  readonly tests: (console: Console) => void;
}

/** Tests of views, one after the other, with one server and one page for all of them: to open others takes longest. */
export function describeConsole(title: string, args: readonly string[], views: readonly ViewTests[]): void {
  const suite = executablePath === undefined ? describe.skip : describe;
  const words = executablePath === undefined ? ' (left out: there is no Chromium on this machine)' : '';
  suite(`${title}${words}`, { shuffle: false }, () => {
    const running = new RunningConsole();
    beforeAll(() => running.start(args));
    afterAll(() => running.stop());
    for (const view of views) describe(view.title, { shuffle: false }, () => view.tests(running));
    it('had no script errors', () => {
      expect(running.failures).toEqual([]);
    });
  });
}

const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The view is there: what it asked for is answered and drawn, and nothing is a skeleton any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.evaluate(TWO_FRAMES);
  await expect.poll(() => waiting.get(page)?.size, { interval: 20, timeout: 20_000 }).toBe(0);
  await page.evaluate(TWO_FRAMES);
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Keeps a picture of the page when SHOTS names a folder, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Puts a statement into the editor as a person does, and runs it with the keyboard. */
export async function runSql(page: Page, sql: string, language = 'SQL'): Promise<void> {
  const editor = page.getByRole('textbox', { name: `${language} statement` });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Control+Enter');
}

/** Closes the dialog and presses Enter on the grid's cell before the browser has told of the close: one is open. */
export async function openAgainAtOnce(page: Page): Promise<void> {
  await page.evaluate(`
    document.querySelector('dialog').close();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    document.querySelector('td[tabindex="0"]').dispatchEvent(enter);
  `);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  await page.getByRole('dialog').waitFor();
}
