import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeScript, picture, settled } from '../browser.ts';

/** axe looks at every element: on a busy machine that takes its time. */
export const PATIENCE_MS = 300_000;

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[];
}

/** What a theme changes is colours: the other rules see the same page in each. */
const RULES = { light: 'axe.run(document)', dark: "axe.run(document, { runOnly: ['color-contrast'] })" };
const THEMES = ['light', 'dark'] as const;

/** What axe finds in the page as it is, in both themes. */
export async function violations(page: Page, state: string): Promise<readonly string[]> {
  await settled(page);
  const isLoaded = await page.evaluate('typeof axe === "object"');
  if (!isLoaded) await page.evaluate(readFileSync(axeScript, 'utf8'));
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const result = (await page.evaluate(RULES[colorScheme])) as AxeResult;
    for (const { id, nodes } of result.violations) {
      found.push(`${state}, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
    await picture(page, `${colorScheme}-${state.replaceAll('/', '-')}`);
  }
  return found;
}
