import { runCommandLine } from './cli/index.ts';
import { checkDataFolder, openNode, plantDemo, repairDataFolder } from './node/index.ts';

const services = { openNode, checkData: checkDataFolder, repairData: repairDataFolder, plantDemo };
void runCommandLine(process.argv.slice(2), services).then((code) => {
  process.exitCode = code;
});
