import { type FlatSettings, illegalArgument, indexLimit, type Steps } from '../common/index.ts';
import type { CompiledMapping } from './compile.ts';
import { mapperParsing } from './errors.ts';

export function totalFieldsLimit(settings: FlatSettings): number {
  return indexLimit(settings, 'mappingFields');
}

/** Checks the sizes of a mapping against the index settings. Throws illegal_argument_exception as the original. */
export function* checkLimits(mapping: CompiledMapping, settings: FlatSettings): Steps<void> {
  const total = totalFieldsLimit(settings);
  if (mapping.fields.size + mapping.objects.size + mapping.aliases.size > total) {
    throw illegalArgument(`Limit of total fields [${total}] has been exceeded`);
  }
  const depth = indexLimit(settings, 'mappingDepth');
  for (const path of mapping.objects.keys()) {
    yield;
    if (path.split('.').length + 1 <= depth) continue;
    throw illegalArgument(
      `Limit of mapping depth [${depth}] has been exceeded due to object field [${path}]`,
    );
  }
  const nested = indexLimit(settings, 'nestedFields');
  let found = 0;
  for (const object of mapping.objects.values()) if (object.node.nested !== null) found++;
  if (found > nested) throw illegalArgument(`Limit of nested fields [${nested}] has been exceeded`);
  const nameLength = indexLimit(settings, 'fieldNameLength');
  for (const names of [mapping.fields, mapping.objects]) {
    for (const path of names.keys()) {
      yield;
      checkNameLength(path, nameLength);
    }
  }
}

function checkNameLength(path: string, limit: number): void {
  if (path.length <= limit) return;
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (name.length <= limit) return;
  throw illegalArgument(`Field name [${name}] is longer than the limit of [${limit}] characters`);
}

/** Aliases must lead to fields. Throws mapper_parsing_exception. */
export function checkAliases(mapping: CompiledMapping): void {
  for (const [alias, path] of mapping.aliases) {
    const invalid = `Invalid [path] value [${path}] for field alias [${alias}]`;
    if (path === alias) throw mapperParsing(`${invalid}: an alias cannot refer to itself.`);
    if (mapping.aliases.has(path)) throw mapperParsing(`${invalid}: an alias cannot refer to another alias.`);
    if (!mapping.fields.has(path)) {
      throw mapperParsing(`${invalid}: an alias must refer to an existing field in the mappings.`);
    }
  }
}
