import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { JsonForm, type JsonFormProps } from './JsonForm.tsx';

interface NamedFormProps extends Pick<JsonFormProps, 'title' | 'label' | 'start' | 'button' | 'onClose'> {
  /** The name comes behind it. */
  readonly path: string;
  /** Absent: it is asked for. */
  readonly name?: string;
  readonly done: (name: string) => string;
  readonly onDone: (name: string) => void;
}

/** Puts something that has a name: an index, a template, a repository. The body is the one that the API takes. */
export function NamedForm({ path, name: given, done, onDone, ...form }: NamedFormProps) {
  const [name, setName] = useState(given ?? '');
  const send = async (text: string): Promise<void> => {
    await call('PUT', `${path}/${segment(name)}`, text);
    onDone(name);
  };
  return (
    <JsonForm {...form} send={send} done={done(name)} canSend={name !== ''}>
      {given === undefined && <NameField label="Name" value={name} onChange={setName} />}
    </JsonForm>
  );
}

interface NameProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function NameField({ label, value, onChange }: NameProps) {
  return (
    <label class="field">
      {label}
      <input
        value={value}
        required
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
