import { useState } from 'preact/hooks';
import { type Mappings, mappedFields } from '../../../statement/index.ts';
import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { printJson } from '../lib/json.ts';
import { Loaded } from '../ui/states.tsx';
import { JsonForm } from './JsonForm.tsx';

interface NewProps {
  readonly index: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type MappingAnswer = Readonly<Record<string, { readonly mappings: Mappings }>>;

const FIELDS = 6;

/** The first fields of the index, to be filled in. */
function startOf(answer: MappingAnswer): string {
  const fields = Object.values(answer)
    .flatMap(({ mappings }) => mappedFields(mappings))
    .filter(({ name, type }) => !name.includes('.') && type !== 'object' && type !== 'knn_vector');
  return printJson(Object.fromEntries(fields.slice(0, FIELDS).map(({ name }) => [name, null])), 2);
}

export function NewDocument({ index, onClose, onDone }: NewProps) {
  const path = `/${segment(index)}/_mapping`;
  const mapping = useResource((signal) => call<MappingAnswer>('GET', path, undefined, { signal }), path);
  const [id, setId] = useState('');
  const send = async (text: string): Promise<void> => {
    const place = id === '' ? '_doc' : `_create/${segment(id)}`;
    await call('POST', `/${segment(index)}/${place}?refresh=true`, text);
    onDone();
  };
  return (
    <Loaded resource={mapping}>
      {(answer) => (
        <JsonForm
          title={`New document in ${index}`}
          label="Document"
          start={startOf(answer)}
          button="Save"
          onClose={onClose}
          send={send}
          done={id === '' ? 'The document is created' : `Document ${id} is created`}
        >
          <label class="field">
            Id
            <input
              value={id}
              autocomplete="off"
              placeholder="made by the server when it is empty"
              onInput={(event) => setId(event.currentTarget.value)}
            />
          </label>
        </JsonForm>
      )}
    </Loaded>
  );
}
