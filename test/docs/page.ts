import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

/**
 * Runs a page from its own text: each ```console block is a command (from `$ ` to the last line that is indented or
 * continues it) and, in the ```text block after it, what it prints. UPDATE=1 writes the answers into the page.
 */

const BLOCK = /```console\n\$ ([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;

/** The command as a user has it. */
const ROCKPOOL = `rockpool() { '${process.execPath}' '${join(import.meta.dirname, '../../dist/cli.js')}' "$@"; }`;

interface Step {
  readonly whole: string;
  readonly command: string;
  readonly printed: string;
}

export function describePage(
  title: string,
  path: string,
  serverArguments: readonly string[],
  minSteps: number,
  /** What the page calls other servers → their addresses. */
  addresses: Readonly<Record<string, string>> = {},
): void {
  const page = join(import.meta.dirname, '../..', path);
  const text = readFileSync(page, 'utf8');
  const steps: readonly Step[] = [...text.matchAll(BLOCK)].map(([whole, command, printed]) => ({
    whole,
    command,
    printed: printed ?? '',
  }));

  describe(title, { shuffle: false }, () => {
    let server: RunningServer;
    const updated: [string, string][] = [];

    beforeAll(async () => {
      server = await startServer(serverArguments);
    });

    afterAll(async () => {
      await server.stop();
      if (!process.env.UPDATE) return;
      writeFileSync(
        page,
        updated.reduce((content, [from, to]) => content.replace(from, () => to), text),
      );
    });

    it('has steps', () => {
      expect(steps.length).toBeGreaterThanOrEqual(minSteps);
    });

    it.each(steps.map((step, index) => [index + 1, step] as const))(
      'step %i prints what the page says',
      (_number, step) => {
        const host = server.url.replace('http://', '');
        const named = Object.entries({ ...addresses, 'localhost:9200': host });
        const command = named.reduce((text, [name, address]) => text.replaceAll(name, address), step.command);
        // bash takes a socket for a remote shell's, as which it reads what the person has in ~/.bashrc.
        const run = spawnSync('bash', ['--norc', '-c', `${ROCKPOOL}\n${command}`], {
          encoding: 'utf8',
          timeout: 60_000,
          // Its commands speak to this server where the page names none.
          env: { ...process.env, ROCKPOOL_URL: server.url },
        });
        expect(run.stderr).toBe('');
        const printed = run.stdout.endsWith('\n') ? run.stdout : `${run.stdout}\n`;
        updated.push([
          step.whole,
          `\`\`\`console\n$ ${step.command}\`\`\`\n\n\`\`\`text\n${printed}\`\`\`\n`,
        ]);
        if (!process.env.UPDATE) expect(printed).toBe(step.printed);
      },
    );
  });
}
