import { NamedForm } from './NamedForm.tsx';

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

export function NewIndex({ onClose, onDone }: NewIndexProps) {
  return (
    <NamedForm
      title="New index"
      label="Settings and mappings"
      start={BODY}
      button="Create"
      path=""
      done={(name) => `${name} is created`}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
