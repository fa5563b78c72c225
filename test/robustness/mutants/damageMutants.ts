import type { Mutant } from './mutants.ts';

const STRAYS = 'test/rooms/cluster/strayFolders.test.ts';
const COPIES = 'test/rooms/node/damageReports.test.ts';
const REPAIR = 'test/rooms/node/repair.test.ts';

/** Faults in what is done with damaged and unknown files. */
export const damageMutants: readonly Mutant[] = [
  {
    name: 'folders of unknown indices are deleted instead of set aside',
    file: 'src/cluster/strayFolders.ts',
    find: 'if (deleted.has(uuid) || (await isUnusedIndex(folder))) await folder.deleteAll();',
    replace: 'if (deleted.has(uuid) || uuid !== "") await folder.deleteAll();',
    test: STRAYS,
    catches: 'are quarantined unchanged',
  },
  {
    name: 'a shard that was written to counts as unused',
    file: 'src/shard/isUnused.ts',
    find: 'return false;\n  if (names.includes(FIRST_LOG)',
    replace: 'return true;\n  if (names.includes(FIRST_LOG)',
    test: STRAYS,
    catches: 'are quarantined unchanged',
  },
  {
    name: 'a mark that cannot be read is none',
    file: 'src/shard/damageMarker.ts',
    find: 'reasonOf(text) ??',
    replace: 'reasonOf(text) &&',
    test: 'test/rooms/shard/damageMarker.test.ts',
    catches: 'every byte of it is wrong',
  },
  {
    name: 'the mark of a damaged copy is not synced',
    file: 'src/shard/damageMarker.ts',
    find: '    await output.sync();\n',
    replace: '',
    test: 'test/rooms/shard/damageMarker.test.ts',
    catches: 'power loss',
  },
  {
    name: 'a repair does not mark what it has cut',
    file: 'src/shard/repairShard.ts',
    find: 'if (isComplete) await clearDamage(directory);',
    replace: 'if (isComplete || done.length > 0) await clearDamage(directory);',
    test: REPAIR,
    catches: 'the end of the log',
  },
  {
    name: 'a repair overwrites the log that it cuts',
    file: 'src/shard/translog/repairTranslog.ts',
    find: '...(isCut ? [last.name] : []), ',
    replace: '',
    test: REPAIR,
    catches: 'a record of the log',
  },
  {
    name: 'an empty primary is made without being accepted',
    file: 'src/cluster/reroute.ts',
    find: 'if (!acceptDataLoss) {',
    replace: 'if (!acceptDataLoss && shard < 0) {',
    test: COPIES,
    catches: 'only if the loss is accepted',
  },
  {
    name: 'an empty primary deletes what was there',
    file: 'src/cluster/reroute.ts',
    find: 'this.#parts.quarantine.setCopyAside(copy, reason),',
    replace: '(reason === "" ? Promise.resolve(copy) : index.copyFolder(node.id, shard).deleteAll()),',
    test: COPIES,
    catches: 'keeps the old files',
  },
];
