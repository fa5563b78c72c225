import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FAULTS, type FaultForm, type FaultRule, isDelay, ruleOf } from './faults.ts';

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

type Change = (change: Partial<FaultForm>) => void;

interface PartProps {
  readonly form: FaultForm;
  readonly onChange: Change;
}

/** One more rule: what goes wrong, where, and how often. */
export function RuleForm({ onAdd }: { readonly onAdd: (rule: FaultRule) => Promise<boolean> }) {
  const [form, setForm] = useState(EMPTY_FORM);
  const change: Change = (part) => setForm({ ...form, ...part });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await onAdd(ruleOf(form))) setForm({ ...EMPTY_FORM, what: form.what });
  };
  return (
    <form class="rule-form" onSubmit={(event) => void submit(event)}>
      <Target form={form} onChange={change} />
      <Counting form={form} onChange={change} />
      <button type="submit" class="primary form-end">
        Add the rule
      </button>
    </form>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="field">
      {label}
      {children}
    </label>
  );
}

function Target({ form, onChange }: PartProps) {
  const isLoad = FAULTS[form.what].kind === 'load';
  return (
    <>
      <Field label="What">
        <select
          value={form.what}
          onChange={(event) => onChange({ what: event.currentTarget.value as FaultForm['what'] })}
        >
          {Object.entries(FAULTS).map(([what, { name }]) => (
            <option key={what} value={what}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field
        label={isLoad ? 'Index (with wildcards; empty for all)' : 'Path (with wildcards; empty for all)'}
      >
        <input
          class="mono"
          value={form.where}
          placeholder={isLoad ? 'movies' : '/movies/_search'}
          onInput={(event) => onChange({ where: event.currentTarget.value })}
        />
      </Field>
      {isDelay(form.what) && (
        <Field label="How long">
          <input
            class="mono"
            value={form.delay}
            onInput={(event) => onChange({ delay: event.currentTarget.value })}
          />
        </Field>
      )}
    </>
  );
}

function Counting({ form, onChange }: PartProps) {
  return (
    <>
      <Field label="How often">
        <select
          value={form.how}
          onChange={(event) => onChange({ how: event.currentTarget.value as FaultForm['how'] })}
        >
          {Object.entries(HOWS).map(([how, name]) => (
            <option key={how} value={how}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {form.how !== 'always' && (
        <Field label={form.how === 'probability' ? 'From 0 to 1' : 'Number'}>
          <input
            class="number"
            type="number"
            required
            min={0}
            step="any"
            value={form.amount}
            onInput={(event) => onChange({ amount: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field label="At most (empty for no end)">
        <input
          class="number"
          type="number"
          min={1}
          value={form.times}
          onInput={(event) => onChange({ times: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
