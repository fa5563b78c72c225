import { spawn } from 'node:child_process';
import { onServer } from '../frame/connection.ts';
import type { CommandModule } from '../types.ts';

/** What opens a page in the browser, by platform; a desktop is needed on Linux. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer'],
  linux: ['xdg-open'],
};

/** `rockpool open`: the console in the browser. The URL is printed in any case. */
export const open: CommandModule = {
  examples: [{ run: 'rockpool open', doc: 'the console in the browser' }],
  define(command, context) {
    command.option('--print', 'only print the URL');
    onServer<{ readonly print?: boolean }>(command, context, async ({ server, output, flags }) => {
      await server.text('GET', '/');
      const url = `${server.url}/_console`;
      if (output.isJson) output.json({ url });
      else output.line(url);
      const { DISPLAY, WAYLAND_DISPLAY } = context.terminal.environment;
      const hasDesktop = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
      const [program, ...args] = OPENERS[process.platform] ?? [];
      if (flags.print || !output.isTerminal || !hasDesktop || !program) return;
      const browser = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
      browser.on('error', () => output.hint(`${program} is not there; open the page by hand`));
      browser.unref();
    });
  },
};
