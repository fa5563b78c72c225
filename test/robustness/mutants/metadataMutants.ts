import type { Mutant } from './mutants.ts';

const MACHINE = 'test/rooms/cluster/stateMachine.test.ts';
const FOUND = 'test/robustness/interleaving/found.test.ts';
const PLAYED = 'test/robustness/interleaving/interleaving.test.ts';
const machine = 'src/cluster/metadata/stateMachine.ts';
const store = 'src/cluster/metadata/stateStore.ts';

/** Faults on purpose in the one writer of metadata. */
export const metadataMutants: readonly Mutant[] = [
  {
    name: 'changes of the state run at once',
    file: 'src/common/mutex.ts',
    find: 'this.#last.then(task)',
    replace: 'Promise.resolve().then(task)',
    test: FOUND,
    catches: 'cluster settings',
  },
  {
    name: 'a state is visible before it is durable',
    file: machine,
    find: '        await this.#store.write(next);\n',
    replace:
      '        this.#state = next;\n        await this.#store.write(next);\n        this.#state = previous;\n',
    test: MACHINE,
    catches: 'never shows a state',
  },
  {
    name: 'a change that failed stays visible',
    file: machine,
    find: '        if (!(error instanceof StateInDoubtError)) throw error;\n',
    replace:
      '        if (!(error instanceof StateInDoubtError)) {\n          this.#state = next;\n          throw error;\n        }\n',
    test: MACHINE,
    catches: 'ignores failed changes',
  },
  {
    name: 'a state in doubt is not written anew',
    file: machine,
    find: '      await this.#store.write(settled);\n',
    replace: '',
    test: MACHINE,
    catches: 'keeps a deletion',
  },
  {
    name: 'a deletion in doubt does not hold',
    file: machine,
    find: 'const holds = options.holdsInDoubt === true;',
    replace: 'const holds = false;',
    test: MACHINE,
    catches: 'keeps a deletion',
  },
  {
    name: 'the manifest gets its name before its files have theirs',
    file: store,
    find: '      if (contents.size > 0) await this.#directory.syncFolder();\n',
    replace: '',
    test: MACHINE,
    catches: 'never shows a state',
  },
  {
    name: 'the next change begins while writes of a failed one go on',
    file: store,
    find: '  const outcomes = await Promise.allSettled(writes);\n',
    replace: '  await Promise.all(writes);\n  const outcomes = await Promise.allSettled(writes);\n',
    test: FOUND,
    catches: 'a failed save was still writing',
  },
  {
    name: 'a field is used before its mapping is durable',
    file: 'src/cluster/localIndex.ts',
    find: "        prepared = await this.prepareMapping(update, 'dynamic');\n",
    replace:
      "        prepared = await this.prepareMapping(update, 'dynamic');\n        if (prepared !== null) this.#services.mapper.adopt(prepared);\n",
    test: PLAYED,
    catches: 'nothing is lost',
    env: { INTERLEAVING_PROGRAM: 'refusedMappings', INTERLEAVING_RUNS: '60' },
  },
  {
    name: 'primaries keep their term when a server starts',
    file: 'src/cluster/nodes/startedState.ts',
    find: 'starts ? withNextTerms({ ...next, primaryTerms: metadata.primaryTerms }) : next',
    replace: 'starts ? { ...next, primaryTerms: metadata.primaryTerms } : next',
    test: PLAYED,
    catches: 'nothing is lost',
    env: { INTERLEAVING_PROGRAM: 'terms', INTERLEAVING_RUNS: '60' },
  },
];
