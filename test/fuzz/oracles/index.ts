import type { Oracle } from '../oracle.ts';
import { differential } from './differential.ts';

export const oracles: ReadonlyMap<string, Oracle> = new Map([['differential', differential]]);
