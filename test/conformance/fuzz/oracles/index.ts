import type { Oracle } from '../oracle.ts';
import { constant } from './constant.ts';
import { cursor } from './cursor.ts';
import { differential } from './differential.ts';
import { explain } from './explain.ts';
import { forms } from './forms.ts';
import { groups } from './groups.ts';
import { layout } from './layout.ts';
import { norec } from './norec.ts';
import { partition } from './partition.ts';
import { pivot } from './pivot.ts';
import { pushdown } from './pushdown.ts';
import { tlp } from './tlp.ts';

export const oracles: ReadonlyMap<string, Oracle> = new Map(
  Object.entries({
    differential,
    tlp,
    partition,
    norec,
    pivot,
    pushdown,
    layout,
    constant,
    cursor,
    explain,
    forms,
    groups,
  }),
);
