import { useState } from 'preact/hooks';
import { count } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { askServer } from '../shell/server.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import {
  describeRule,
  FAULTS,
  type FaultForm,
  type FaultRule,
  type FaultsAnswer,
  isDelay,
  putFaults,
  readFaults,
  ruleOf,
} from './faults.ts';
import { SlowDisk } from './SlowDisk.tsx';

const EVERY_MS = 1500;

/** What goes wrong on purpose, how often it did, and a form for more. */
export function Faults() {
  const faults = useResource(readFaults, 'all', EVERY_MS);
  const put = async (rules: readonly FaultRule[], done: string): Promise<boolean> => {
    const seed = faults.data?.seed ?? 0;
    const isDone = await attempt(() => putFaults(rules, seed).then(askServer), done);
    faults.reload();
    return isDone;
  };
  return (
    <div class="card-body faults">
      <section class="stack" aria-label="Rules">
        <h3>What goes wrong</h3>
        <Loaded resource={faults} lines={3}>
          {(answer) => <RuleList answer={answer} onPut={put} />}
        </Loaded>
        <RuleForm onAdd={(rule) => put([...(faults.data?.rules ?? []), rule], 'The fault is in force')} />
      </section>
      <SlowDisk />
    </div>
  );
}

interface ListProps {
  readonly answer: FaultsAnswer;
  readonly onPut: (rules: readonly FaultRule[], done: string) => Promise<boolean>;
}

function RuleList({ answer: { rules }, onPut }: ListProps) {
  if (rules.length === 0) {
    return (
      <Empty title="Nothing goes wrong on purpose">Add a rule, and see how your program takes it.</Empty>
    );
  }
  return (
    <>
      <ol class="rules">
        {rules.map((rule, i) => (
          <li key={i}>
            <span class="grow">{describeRule(rule)}</span>
            <span class="card-note number">
              {count(rule.fired)} of {count(rule.matched)}
            </span>
            <button
              type="button"
              class="small"
              aria-label={`Remove rule ${i + 1}`}
              onClick={() =>
                void onPut(
                  rules.filter((each) => each !== rule),
                  'The rule is gone',
                )
              }
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <div class="row end">
        <button type="button" onClick={() => void onPut([], 'Nothing goes wrong on purpose now')}>
          Remove all
        </button>
      </div>
    </>
  );
}

const EMPTY_FORM: FaultForm = {
  what: 'loadFail',
  where: '',
  delay: '50ms',
  how: 'always',
  amount: '2',
  times: '',
};

const HOWS = {
  always: 'always',
  nth: 'number …',
  every: 'every …',
  probability: 'with probability …',
} as const;

function RuleForm({ onAdd }: { readonly onAdd: (rule: FaultRule) => Promise<boolean> }) {
  const [form, setForm] = useState(EMPTY_FORM);
  const set = (change: Partial<FaultForm>): void => setForm({ ...form, ...change });
  const isLoad = FAULTS[form.what].kind === 'load';
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await onAdd(ruleOf(form))) setForm({ ...EMPTY_FORM, what: form.what });
  };
  return (
    <form class="rule-form" onSubmit={(event) => void submit(event)}>
      <label class="field">
        What
        <select
          value={form.what}
          onChange={(event) => set({ what: event.currentTarget.value as FaultForm['what'] })}
        >
          {Object.entries(FAULTS).map(([what, { name }]) => (
            <option key={what} value={what}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {isLoad ? 'Index (wildcards; empty: any)' : 'Path (wildcards; empty: any)'}
        <input
          class="mono"
          value={form.where}
          placeholder={isLoad ? 'movies' : '/movies/_search'}
          onInput={(event) => set({ where: event.currentTarget.value })}
        />
      </label>
      {isDelay(form.what) && (
        <label class="field">
          How long
          <input
            class="mono"
            value={form.delay}
            onInput={(event) => set({ delay: event.currentTarget.value })}
          />
        </label>
      )}
      <label class="field">
        How often
        <select
          value={form.how}
          onChange={(event) => set({ how: event.currentTarget.value as FaultForm['how'] })}
        >
          {Object.entries(HOWS).map(([how, name]) => (
            <option key={how} value={how}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {form.how !== 'always' && (
        <label class="field">
          {form.how === 'probability' ? 'From 0 to 1' : 'Number'}
          <input
            class="number"
            type="number"
            required
            min={0}
            step="any"
            value={form.amount}
            onInput={(event) => set({ amount: event.currentTarget.value })}
          />
        </label>
      )}
      <label class="field">
        At most (empty: no end)
        <input
          class="number"
          type="number"
          min={1}
          value={form.times}
          onInput={(event) => set({ times: event.currentTarget.value })}
        />
      </label>
      <button type="submit" class="primary form-end">
        Add the rule
      </button>
    </form>
  );
}
