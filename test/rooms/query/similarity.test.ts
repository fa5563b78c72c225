import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../src/query/bound/similarityModels.ts';

/** Scores of the original for a term in 2 of 6 documents, 3 times in all; the field has 30 tokens. */
const FIELD = { docCount: 6, sumTotalTermFreq: 30 };
const TERM = { docFreq: 2, totalTermFreq: 3 };

function score(type: string, settings: Record<string, string>, frequency: number, length: number): number {
  const get = (key: string): string | null => settings[key] ?? null;
  const model = modelOf(type, get, (key, fallback) => Number(settings[key] ?? fallback));
  return (model as NonNullable<typeof model>)(FIELD, TERM)(frequency, length);
}

describe('similarities', () => {
  it('rise with the frequency and fall with the length', () => {
    const settings = {
      basic_model: 'g',
      after_effect: 'l',
      normalization: 'h2',
      distribution: 'll',
      lambda: 'df',
      independence_measure: 'standardized',
    };
    for (const type of ['DFR', 'IB', 'DFI', 'LMJelinekMercer', 'LMDirichlet']) {
      const own = type.startsWith('LM') ? {} : settings;
      expect(score(type, own, 2, 4), type).toBeGreaterThan(score(type, own, 1, 4));
      expect(score(type, own, 2, 4), type).toBeGreaterThanOrEqual(score(type, own, 2, 8));
    }
  });

  it('follow their formulas', () => {
    const probability = 4 / 31;
    expect(score('LMJelinekMercer', { lambda: '0.5' }, 2, 4)).toBeCloseTo(
      Math.log(1 + (0.5 * 2) / 4 / (0.5 * probability)),
    );
    expect(score('IB', { distribution: 'll', lambda: 'df', normalization: 'no' }, 2, 4)).toBeCloseTo(
      -Math.log(3 / 7 / (2 + 3 / 7)),
    );
  });

  it('refuse unknown types and parameters', () => {
    expect(() => score('DFR', { basic_model: 'nope' }, 1, 1)).toThrow('Unsupported BasicModel [nope]');
    expect(
      modelOf(
        'nope',
        () => null,
        () => 0,
      ),
    ).toBe(null);
  });
});
