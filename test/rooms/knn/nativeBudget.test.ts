import { describe, expect, it } from 'vitest';
import { NativeBudget, type Reservation } from '../../../src/knn/nativeBudget.ts';
import { turn } from './support.ts';

function budgetOf(shareBytes: number, machineBytes = shareBytes) {
  const held = { husks: 0, collections: 0 };
  const husks = {
    bytes: () => held.husks,
    collect: async () => {
      held.collections++;
      held.husks = 0;
    },
  };
  const budget = new NativeBudget({ shareBytes, machineBytes, husks });
  const answers: string[] = [];
  const granted = new Map<string, Reservation>();
  const member = budget.join();
  const ask = (name: string, bytes: number, use: 'load' | 'build' = 'load', by = member): void => {
    const asked = use === 'load' ? by.reserveLoad(bytes) : by.reserveBuild(bytes);
    asked.then(
      (reservation) => {
        answers.push(reservation === null ? `${name}: none` : name);
        if (reservation) granted.set(name, reservation);
      },
      (error: Error) => answers.push(`${name}: ${error.message}`),
    );
  };
  const settle = (name: string, how: 'keep' | 'release'): void => granted.get(name)?.[how]();
  return { budget, member, held, answers, ask, settle };
}

describe('the budget of native memory', () => {
  it('answers in order of arrival, also when a later request would fit', async () => {
    const { answers, ask, settle, budget } = budgetOf(10);
    ask('a', 8);
    ask('b', 6);
    ask('c', 1);
    await turn();
    expect(answers).toEqual(['a']);
    expect(budget.figures).toMatchObject({ loadBytes: 8, waiting: 2 });
    settle('a', 'release');
    await turn();
    expect(answers).toEqual(['a', 'b', 'c']);
  });

  it('has no answer but "none" for a load when cached graphs leave no room', async () => {
    const { answers, ask, settle } = budgetOf(10);
    ask('a', 8);
    await turn();
    ask('b', 6);
    await turn();
    expect(answers).toEqual(['a']);
    settle('a', 'keep');
    await turn();
    expect(answers).toEqual(['a', 'b: none']);
    settle('a', 'release');
    ask('c', 10);
    await turn();
    expect(answers.at(-1)).toBe('c');
  });

  it('lets a build that does not fit run alone', async () => {
    const { answers, ask, settle } = budgetOf(10);
    ask('a', 3);
    ask('huge', 50, 'build');
    ask('b', 1);
    await turn();
    expect(answers).toEqual(['a']);
    settle('a', 'release');
    await turn();
    expect(answers).toEqual(['a', 'huge']);
    settle('huge', 'release');
    await turn();
    expect(answers).toEqual(['a', 'huge', 'b']);
  });

  it('has husks collected before it says no', async () => {
    const { answers, ask, held } = budgetOf(10);
    held.husks = 9;
    ask('a', 5);
    await turn();
    expect([answers, held.collections]).toEqual([['a'], 1]);
  });

  it('ends the waits of a node that closes', async () => {
    const { budget, member, answers, ask, settle } = budgetOf(10);
    const other = budget.join();
    ask('a', 9);
    ask('b', 9);
    ask('c', 9, 'load', other);
    await turn();
    member.leave();
    await turn();
    expect(answers).toEqual(['a', 'b: node closed']);
    ask('d', 1);
    settle('a', 'release');
    await turn();
    expect(answers).toEqual(['a', 'b: node closed', 'd: node closed', 'c']);
  });

  it('is one for all nodes, and as large as the most generous cache limit, up to the machine', () => {
    const { budget, member } = budgetOf(50, 100);
    const others = [budget.join(), budget.join()];
    for (const node of [member, ...others]) node.admit(50);
    expect(budget.totalBytes).toBe(50);
    member.admit(80);
    expect(budget.totalBytes).toBe(80);
    others[0].admit(Number.POSITIVE_INFINITY);
    expect(budget.totalBytes).toBe(100);
    others[0].leave();
    member.admit(10);
    expect(budget.totalBytes).toBe(50);
  });

  it('refuses a second release', async () => {
    const { ask, settle } = budgetOf(10);
    ask('a', 4);
    await turn();
    settle('a', 'release');
    expect(() => settle('a', 'release')).toThrow('used after its release');
  });
});
