import type { PolicyName } from '../types.ts';
import type { PolicyRow } from './curves.ts';

interface ChoiceProps {
  readonly rows: readonly PolicyRow[];
  readonly chosen: readonly PolicyName[];
  readonly onChoose: (chosen: readonly PolicyName[]) => void;
}

/** The legend of the curve, and which lines it has. LRU is the cache's own and stays. */
export function PolicyChoice({ rows, chosen, onChoose }: ChoiceProps) {
  const toggle = (name: PolicyName): void =>
    onChoose(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <fieldset class="policies">
      <legend class="hidden">Policies in the curve</legend>
      {rows.map(({ name, title, doc }) => (
        <label key={name} class="policy" title={doc}>
          <input
            type="checkbox"
            checked={name === 'lru' || chosen.includes(name)}
            disabled={name === 'lru'}
            onChange={() => toggle(name)}
          />
          <span class={`policy-line ${name}`} aria-hidden="true" />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
