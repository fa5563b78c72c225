import { FilterPath } from './filterPath.ts';
import type { RestBody } from './response.ts';
import { JSON_TYPE, TEXT } from './response.ts';
import type { CatOptions } from './table.ts';
import { renderObjects, renderText } from './table.ts';
import { renderYaml } from './yaml.ts';

export type Rendered =
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  /** A value still to be serialised. */
  | {
      readonly kind: 'json';
      readonly value: unknown;
      readonly pretty: boolean;
      readonly contentType: string;
    };

type Params = ReadonlyMap<string, string>;

/** A response's body as requested: pretty, filtered, as YAML, as a text table. */
export function render(
  body: Exclude<RestBody, { kind: 'stream' }>,
  params: Params,
  accept: string | undefined,
): Rendered {
  if (body.kind === 'text') return body;
  if (body.kind === 'json') return renderValue(body.value, params, accept);
  const options = catOptions(params);
  const format = params.get('format') ?? acceptedFormat(accept);
  if (options.help || (format !== 'json' && format !== 'yaml')) {
    return { kind: 'text', text: renderText(body.table, options), contentType: TEXT };
  }
  return renderValue(renderObjects(body.table, options), new Map([...params, ['format', format]]), accept);
}

function renderValue(value: unknown, params: Params, accept: string | undefined): Rendered {
  const yaml = (params.get('format') ?? acceptedFormat(accept)) === 'yaml';
  const filter = params.get('filter_path');
  const filtered = filter ? new FilterPath(filter).apply(value) : value;
  if (yaml) return { kind: 'text', text: renderYaml(filtered), contentType: 'application/yaml' };
  return { kind: 'json', value: filtered, pretty: isFlagSet(params, 'pretty'), contentType: JSON_TYPE };
}

export function isFlagSet(params: Params, name: string): boolean {
  const value = params.get(name);
  return value === '' || value === 'true';
}

function acceptedFormat(accept: string | undefined): string | undefined {
  if (accept === undefined) return undefined;
  if (accept.startsWith('application/json')) return 'json';
  return accept.startsWith('application/yaml') ? 'yaml' : undefined;
}

function catOptions(params: Params): CatOptions {
  const columns = params.get('h');
  const sort = params.get('s');
  const list = (text: string): string[] => text.split(',').map((item) => item.trim());
  return {
    headers: isFlagSet(params, 'v'),
    help: isFlagSet(params, 'help'),
    columns: columns === undefined ? null : list(columns),
    sort: sort ? list(sort) : [],
    bytes: params.get('bytes') ?? null,
    time: params.get('time') ?? null,
    pri: isFlagSet(params, 'pri'),
  };
}
