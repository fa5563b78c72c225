export { RockpoolError } from './errors.ts';
export { openRockpool, type RockpoolOptions } from './openRockpool.ts';
export { Rockpool } from './pool.ts';
export { poolPerTest, type TestHooks } from './poolPerTest.ts';
export type { PoolResponse, RequestBody } from './request.ts';
export type { IndexSeed, Seed, SeedFile } from './seed.ts';
export { seedFolder } from './seedFolder.ts';
export type { SqlRow } from './sqlRows.ts';
export { Identifier, identifier, type SqlValue } from './sqlText.ts';
