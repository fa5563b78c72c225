import { expect, it } from 'vitest';
import { picture, settled, type ViewTests } from '../browser.ts';

/** The cluster view. */
export const clusterView: ViewTests = {
  title: 'the cluster view',
  tests: (console) => {
    it('opens with health and its reason, memory, requests and sizes', async () => {
      await console.send('PUT', '/lonely', { settings: { number_of_replicas: 5 } });
      const page = await console.open('cluster');
      await page.getByText('yellow', { exact: true }).last().waitFor();
      await page.getByText(/^.*All data is available, but \d replicas of lonely have no node\./).waitFor();
      await page.getByRole('meter', { name: 'Heap of node-2' }).waitFor();
      await page.getByRole('row', { name: 'POST /{index}/_bulk 200' }).first().waitFor();
      await page.getByRole('link', { name: 'movies', exact: true }).waitFor();
      await picture(page, 'cluster-overview');
      await console.send('DELETE', '/lonely');
    });

    it('lists a task that runs, and cancels it', async () => {
      await console.send('POST', '/_rockpool/knn/clear');
      await console.send('PUT', '/_rockpool/knn/simulation', { latency: '20s' });
      await console.send('GET', '/_plugins/_knn/warmup/movies?wait_for_completion=false');
      const page = await console.open('cluster/tasks');
      await page.getByText('warmup of [movies]').waitFor();
      await picture(page, 'cluster-tasks');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText(/is asked to end/).waitFor();
      await console.send('DELETE', '/_rockpool/knn/simulation');
    });

    it('changes a setting and takes it back', async () => {
      const page = await console.open('cluster/settings');
      await page.getByLabel('Filter settings').fill('size_limit');
      await page.getByRole('button', { name: 'Change plugins.query.size_limit' }).click();
      const level = page.getByLabel('How long it holds');
      await level.focus();
      await level.selectOption('persistent');
      await level.selectOption('transient');
      expect(await level.evaluate((select) => select === select.ownerDocument.activeElement)).toBe(true);
      await page.getByLabel('Value of plugins.query.size_limit').fill('500');
      await page.keyboard.press('Enter');
      await page.getByText('transient', { exact: true }).waitFor();
      await picture(page, 'cluster-settings');
      const { transient } = (await console.send('GET', '/_cluster/settings?flat_settings=true')) as {
        transient: Record<string, string>;
      };
      expect(transient).toEqual({ 'plugins.query.size_limit': '500' });
      await page.getByRole('button', { name: 'Reset plugins.query.size_limit' }).click();
      await page.getByText('transient', { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Change plugins.query.size_limit' }).click();
      await page.getByLabel('Value of plugins.query.size_limit').fill('many');
      await page.keyboard.press('Enter');
      await page.getByText(/Failed to parse value \[many\]/).waitFor();
    });

    it('freezes the clock, moves it, and shows in every view that it is not real', async () => {
      const page = await console.open('cluster/clock');
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByText('It stands still until it is moved.').waitFor();
      await page.getByRole('button', { name: '+ 1 h' }).click();
      await page.getByText('1 h went by').waitFor();
      await picture(page, 'cluster-clock');
      await page.getByRole('link', { name: 'SQL' }).click();
      await page.getByRole('link', { name: 'clock frozen' }).click();
      await page.getByLabel('Set to, UTC').fill('2030-01-01T12:00:00');
      await page.getByRole('button', { name: 'Set', exact: true }).click();
      await page.getByText('2030-01-01').waitFor();
      await page.getByRole('button', { name: 'Back to real time' }).click();
      await page.getByText("It runs with this machine's clock.").waitFor();
    });

    it('makes faults from a form, counts them, and takes them out', async () => {
      const page = await console.open('cluster/faults');
      await page.getByRole('combobox', { name: 'What' }).selectOption('a request is refused (429)');
      await page.getByLabel(/^Path/).fill('/movies/_count');
      await page.getByRole('combobox', { name: 'How often' }).selectOption('number …');
      await page.getByRole('spinbutton', { name: 'Number' }).fill('1');
      await page.getByRole('button', { name: 'Add the rule' }).click();
      await page.getByText('request of /movies/_count: reject 429, number 1').waitFor();
      expect((await fetch(`${console.url}/movies/_count`)).status).toBe(429);
      await page.getByText('1 of 1', { exact: true }).waitFor();
      await page.getByRole('link', { name: '1 fault' }).waitFor();
      await picture(page, 'cluster-faults');
      await page.getByRole('button', { name: 'Remove rule 1' }).click();
      await page.getByText('No faults', { exact: true }).waitFor();
    });

    it('makes loads of graphs slow, and quick again', async () => {
      const page = await console.open('cluster/faults');
      const disk = page.getByRole('region', { name: 'Slow disk' });
      let answer = (): void => undefined;
      const isAsked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/_rockpool/knn/simulation', (route) => isAsked.then(() => route.continue()), {
        times: 1,
      });
      await page.reload();
      await disk.getByLabel('Bytes a second').fill('20mb');
      answer();
      await disk.getByText('Graph loads are not slowed down.').waitFor();
      await settled(page);
      await page.keyboard.press('Enter');
      await page.getByText('Graph loads are slowed down').waitFor();
      expect(await console.send('GET', '/_rockpool/knn/simulation')).toMatchObject({
        bytes_per_second: 20 * 1024 * 1024,
      });
      await disk.getByRole('button', { name: 'Off' }).click();
      await page.getByText('Graph loads are no longer slowed down').waitFor();
      await disk.getByText('Graph loads are not slowed down.').waitFor();
    });

    it('stops a node and starts it again', async () => {
      const page = await console.open('cluster/nodes');
      await page.getByRole('button', { name: 'Stop node-2' }).click();
      await page.getByText('node-2 is stopped').waitFor();
      await page.getByRole('button', { name: 'Start node-2' }).click();
      await page.getByText('node-2 is started').waitFor();
    });
  },
};
