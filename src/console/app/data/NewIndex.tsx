import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { JsonForm } from './JsonForm.tsx';

interface NewIndexProps {
  readonly onClose: () => void;
  readonly onDone: (index: string) => void;
}

const BODY = `{
  "settings": {
    "number_of_shards": 1,
    "number_of_replicas": 0
  },
  "mappings": {
    "properties": {
      "title": { "type": "text" }
    }
  }
}`;

/** Makes an index: its name, and the body as the API takes it. */
export function NewIndex({ onClose, onDone }: NewIndexProps) {
  const [name, setName] = useState('');
  const send = async (text: string): Promise<void> => {
    await call('PUT', `/${segment(name)}`, text);
    onDone(name);
  };
  return (
    <JsonForm
      title="New index"
      label="Settings and mappings"
      start={BODY}
      button="Create"
      onClose={onClose}
      send={send}
      done={`${name} is there`}
      canSend={name !== ''}
    >
      <NameField label="Name" value={name} onChange={setName} />
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
