import { onServer } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import type { Server } from '../frame/server.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly yes?: boolean;
  readonly demo?: boolean;
}

/** What goes away, and what is as at the start again. A pattern that finds nothing is no failure. */
const STEPS: readonly (readonly [method: string, path: string, body?: string])[] = [
  ['DELETE', '/_all?expand_wildcards=all'],
  ['DELETE', '/_index_template/*'],
  ['DELETE', '/_template/*'],
  ['DELETE', '/_ingest/pipeline/*'],
  ['DELETE', '/_rockpool/faults'],
  ['DELETE', '/_rockpool/knn/simulation'],
  ['POST', '/_rockpool/clock', '{"real":true}'],
];

/** `rockpool reset`: the server is empty again, or has the demo data only. Real clusters are left alone. */
export const reset: CommandModule = {
  examples: [{ run: 'rockpool reset --demo --yes', doc: 'back to the demo data and nothing else' }],
  define(command, context) {
    command.option('--demo', 'load the demo data again').option('--yes', 'do it: every index goes away');
    onServer<Flags>(command, context, async ({ server, output, flags }) => {
      if (!flags.yes)
        throw new CommandError('usage', `every index of ${server.url} would go away; --yes does it`);
      await mustBeRockpool(server);
      for (const [method, path, body] of STEPS) await step(server, method, path, body);
      if (flags.demo) {
        await context.plantDemo(async (method, path, content, contentType) => {
          const body = content === '' ? undefined : content;
          return (await server.call({ method, path, body, contentType })).status;
        });
      }
      if (output.isJson) output.json({ reset: true, demo: flags.demo ?? false });
      else output.line(flags.demo ? 'the demo data is as it was' : 'everything is gone');
    });
  },
};

/** What is nobody's to lose elsewhere is not asked for by mistake. */
async function mustBeRockpool(server: Server): Promise<void> {
  const { status } = await server.call({ method: 'GET', path: '/_rockpool/clock' });
  if (status === 200) return;
  throw new CommandError('failed', `${server.url} is no Rockpool; reset does not empty other clusters`);
}

async function step(server: Server, method: string, path: string, body?: string): Promise<void> {
  const { status } = await server.call({ method, path, body });
  if (status > 299 && status !== 404)
    throw new CommandError('failed', `${method} ${path} answered ${status}`);
}
