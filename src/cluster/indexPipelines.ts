import type { FlatSettings } from '../common/index.ts';
import type { IndexPipelines } from './ingest/index.ts';
import type { ClusterNames } from './names.ts';

const NONE: IndexPipelines = { defaultPipeline: null, finalPipeline: null };

/** The pipelines of an index, of an alias's write index, or of the index that a write would create. */
export function indexPipelines(
  name: string,
  names: ClusterNames,
  templateSettings: (name: string) => ReadonlyMap<string, string | null>,
): IndexPipelines {
  const existing = names.indices.get(name) ?? writeIndexOf(names, name);
  if (!existing && names.aliases.has(name)) return NONE;
  const settings = existing ? existing.settings : templateSettings(name);
  if (!settings.has('index.default_pipeline') && !settings.has('index.final_pipeline')) return NONE;
  return {
    defaultPipeline: settings.get('index.default_pipeline') ?? null,
    finalPipeline: settings.get('index.final_pipeline') ?? null,
  };
}

function writeIndexOf(names: ClusterNames, alias: string): { readonly settings: FlatSettings } | undefined {
  const indices = names.aliases.get(alias) ?? [];
  return indices.find((index) => index.aliases.get(alias)?.is_write_index === true) ?? indices[0];
}
