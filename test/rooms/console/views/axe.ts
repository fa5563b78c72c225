import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeScript, picture, settled } from '../browser.ts';

/** axe looks at every element: on a busy machine that takes its time. */
export const PATIENCE_MS = 300_000;

type Violations = readonly { readonly id: string; readonly nodes: readonly string[] }[];

/** What a theme changes is colours: the other rules see the same page in each. */
const RULES = { light: '{}', dark: "{ runOnly: ['color-contrast'] }" };
const THEMES = ['light', 'dark'] as const;

/** Of the elements in which nothing is wrong, which are nearly all, nothing is told. */
const look = (options: string): string =>
  `axe.run(document, { ...${options}, resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`;

/** What axe finds in the page as it is, in both themes. */
export async function violations(page: Page, state: string): Promise<readonly string[]> {
  await settled(page);
  const isLoaded = await page.evaluate('typeof axe === "object"');
  if (!isLoaded) await page.evaluate(readFileSync(axeScript, 'utf8'));
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    for (const { id, nodes } of (await page.evaluate(look(RULES[colorScheme]))) as Violations) {
      found.push(`${state}, ${colorScheme}: ${id}: ${nodes.join(' ')}`);
    }
    await picture(page, `${colorScheme}-${state.replaceAll('/', '-')}`);
  }
  return found;
}
