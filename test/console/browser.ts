import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

/** A real Chromium over a started server with the films. Without the browser these tests are left out, and say so. */

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

export const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export interface Console {
  /** `http://127.0.0.1:1234`. */
  readonly url: string;
  /** A page of its own browser context, at a route such as `sql`; closed at the end. */
  open(route: string, options?: BrowserContextOptions): Promise<Page>;
  /** What went wrong in any page so far: errors of scripts. */
  readonly failures: readonly string[];
  send(method: string, path: string, body?: unknown): Promise<unknown>;
}

class RunningConsole implements Console {
  readonly failures: string[] = [];
  #server: RunningServer | null = null;
  #browser: Browser | null = null;

  async start(args: readonly string[]): Promise<void> {
    this.#server = await startServer(['--ephemeral', '--demo', ...args]);
    this.#browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.stop();
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async open(route: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await (this.#browser as Browser).newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => this.failures.push(String(error.stack)));
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

/** Tests of the console, with a server and a browser of their own. */
export function describeConsole(
  title: string,
  args: readonly string[],
  tests: (console: Console) => void,
): void {
  const suite = executablePath === undefined ? describe.skip : describe;
  const words = executablePath === undefined ? ' (left out: there is no Chromium on this machine)' : '';
  suite(`${title}${words}`, { shuffle: false }, () => {
    const running = new RunningConsole();
    beforeAll(() => running.start(args));
    afterAll(() => running.stop());
    tests(running);
  });
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
