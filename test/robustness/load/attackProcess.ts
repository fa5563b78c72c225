import { setPriority } from 'node:os';
import { type Attack, idle, largeBodies, slowHeaders, slowReaders } from './attackers.ts';

/**
 * A process of its own, so that the attackers' work is not the normal client's delay, and a modest one, because they
 * are on machines of their own in life: `PORT SCALE READERS_PATH`.
 */
setPriority(10);
const [port, scale] = process.argv.slice(2).map(Number);
const readersPath = process.argv[4];
const target = { host: '127.0.0.1', port };
const many = (count: number): number => Math.max(1, Math.round(count * scale));

const attacks: readonly Attack[] = [
  idle(target, many(4000), 2000),
  slowHeaders(target, many(2000), 2000),
  slowReaders(target, many(200), 2000, readersPath),
  largeBodies(target, many(50), 100, 100 * 1024 * 1024),
];

process.on('message', () => {
  process.send?.(
    attacks.map((attack) => attack.report()),
    () => {
      for (const { stop } of attacks) stop();
      process.disconnect();
    },
  );
});
