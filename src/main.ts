import { type CliServices, runCommandLine } from './cli/index.ts';
import { checkDataFolder, openNode, packageVersion, plantDemo, repairDataFolder } from './node/index.ts';

const services: CliServices = {
  version: packageVersion(),
  openNode: (options) =>
    openNode(options, async (send, path) => {
      const { loadFolder } = await import('./library/loadFolder.ts');
      await loadFolder(send, path);
    }),
  openSeeded: async ({ port, seed }) => {
    const { openRockpool, seedFolder } = await import('./library/index.ts');
    return openRockpool({
      http: port === 0 ? true : port,
      ...(seed !== null && { seed: await seedFolder(seed) }),
    });
  },
  checkData: checkDataFolder,
  repairData: repairDataFolder,
  plantDemo,
};
void runCommandLine(process.argv.slice(2), services).then((code) => {
  process.exitCode = code;
});
