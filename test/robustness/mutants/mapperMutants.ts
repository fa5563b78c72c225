import type { Mutant } from './mutants.ts';

const PREPARED = 'test/rooms/mapper/prepared.test.ts';
const DISK = 'test/robustness/crash/diskErrors.test.ts';

/** Faults in how a mapping is prepared and takes over what is still the same, and in the words for a full disk. */
export const mapperMutants: readonly Mutant[] = [
  {
    name: 'a field that has changed is not compiled anew',
    file: 'src/mapper/compile.ts',
    find: 'before?.node !== node || before.nestedPath',
    replace: 'before === undefined || before.nestedPath',
    test: 'test/rooms/mapper/mappings.test.ts',
    catches: 'readers keep what they have',
  },
  {
    name: 'a field that has changed is printed as it was',
    file: 'src/mapper/mappingPrinter.ts',
    find: 'if (before?.node === node) return before.json;',
    replace: 'if (before !== null) return before.json;',
    test: PREPARED,
    catches: 'changes nothing before it is adopted',
  },
  {
    name: 'a mapping is used once it is prepared',
    file: 'src/mapper/service.ts',
    find: '    return new Candidate(this, current, state);\n',
    replace: '    this.#state = state;\n    return new Candidate(this, current, state);\n',
    test: PREPARED,
    catches: 'changes nothing before it is adopted',
  },
  {
    name: 'an error of the disk is answered as a bug',
    file: 'src/rest/dispatch.ts',
    find: 'const refused = storageError(error);',
    replace: 'const refused = storageError(null);',
    test: DISK,
    catches: 'says so, and goes on when there is space again',
  },
];
