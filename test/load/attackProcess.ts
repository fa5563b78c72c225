import { type Attack, idle, largeBodies, slowHeaders, slowReaders } from './attackers.ts';

/** A process of its own, so that the attackers' work is not the normal client's delay: `node attack.mjs PORT SCALE`. */
const [port, scale] = process.argv.slice(2).map(Number);
const target = { host: '127.0.0.1', port };
const many = (count: number): number => Math.max(1, Math.round(count * scale));

const attacks: readonly Attack[] = [
  idle(target, many(4000)),
  slowHeaders(target, many(2000)),
  slowReaders(target, many(200), '/large/_search?size=400'),
  largeBodies(target, many(50), 100 * 1024 * 1024),
];

process.on('message', () => {
  const report = attacks.map(({ name, open, closedByServer }) => ({ name, open, closedByServer }));
  process.send?.(report, () => {
    for (const { stop } of attacks) stop();
    process.disconnect();
  });
});
