import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { printJson } from '../lib/json.ts';
import { attempt } from '../lib/messages.ts';
import { useOpening } from '../ui/Dialog.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { NamedForm } from './NamedForm.tsx';

interface Template {
  readonly name: string;
  readonly index_template: { readonly index_patterns: readonly string[]; readonly priority?: number };
}

interface TemplatesAnswer {
  readonly index_templates: readonly Template[];
}

const BODY = `{
  "index_patterns": ["logs-*"],
  "template": {
    "settings": { "number_of_replicas": 0 },
    "mappings": { "properties": { "at": { "type": "date" } } }
  }
}`;

/** What new indices are made from, by their names. */
export function Templates() {
  const templates = useResource(
    (signal) => call<TemplatesAnswer>('GET', '/_index_template', undefined, { signal }),
    'all',
  );
  const [opened, open] = useOpening<Template | null>();
  const remove = async (name: string): Promise<void> => {
    await attempt(() => call('DELETE', `/_index_template/${segment(name)}`), `Template ${name} is deleted`);
    templates.reload();
  };
  return (
    <section class="card" aria-label="Templates">
      <header>
        <h3>Index templates</h3>
        <button type="button" class="small" onClick={() => open(null)}>
          New template
        </button>
      </header>
      <Loaded resource={templates}>
        {({ index_templates: rows }) =>
          rows.length === 0 ? (
            <Empty title="There are no templates">
              A new index takes its settings and mappings from the template that matches its name.
            </Empty>
          ) : (
            <ul class="rows">
              {rows.map((template) => (
                <li key={template.name}>
                  <strong class="mono">{template.name}</strong>
                  <span class="mono muted grow">{template.index_template.index_patterns.join(', ')}</span>
                  <button type="button" class="small" onClick={() => open(template)}>
                    Edit<span class="hidden"> {template.name}</span>
                  </button>
                  <button type="button" class="small danger" onClick={() => void remove(template.name)}>
                    Delete<span class="hidden"> {template.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened && (
        <TemplateForm
          key={opened.key}
          template={opened.of}
          onClose={opened.close}
          onDone={templates.reload}
        />
      )}
    </section>
  );
}

interface FormProps {
  /** null: a new one. */
  readonly template: Template | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function TemplateForm({ template, onClose, onDone }: FormProps) {
  return (
    <NamedForm
      title={template === null ? 'New template' : `Template ${template.name}`}
      label="Template"
      start={template === null ? BODY : printJson(template.index_template, 2)}
      button="Save"
      path="/_index_template"
      name={template?.name}
      done={(name) => `Template ${name} saved`}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
