import { type FlatSettings, illegalArgument, indexLimit, type Steps } from '../common/index.ts';
import type { CompiledField, CompiledMapping } from './compile.ts';
import { mapperParsing } from './errors.ts';

export function totalFieldsLimit(settings: FlatSettings): number {
  return indexLimit(settings, 'mappingFields');
}

/**
 * Checks a mapping against the limits of the index settings. Throws illegal_argument_exception as the
 * original.
 */
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

/** Checks that aliases refer to fields. Throws mapper_parsing_exception. */
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

/** Checks that `copy_to` targets are fields in the same nested object or in an enclosing one. */
export function checkCopyTo(mapping: CompiledMapping): void {
  for (const field of mapping.fields.values()) {
    for (const target of field.copyTo) checkTarget(mapping, field, target);
    for (const { name, node } of field.multiFields) {
      if (node.copyTo.length === 0) continue;
      throw illegalArgument(`[copy_to] may not be used to copy from a multi-field: [${name}]`);
    }
  }
}

function checkTarget(mapping: CompiledMapping, field: CompiledField, target: string): void {
  if (mapping.objects.has(target)) {
    throw illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
  }
  const parent = mapping.fields.get(target.slice(0, Math.max(0, target.lastIndexOf('.'))));
  if (parent?.multiFields.some(({ name }) => name === target) === true) {
    throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
  }
  const to = nestedPathOf(mapping, target);
  if (to === null || to === field.nestedPath || field.nestedPath?.startsWith(`${to}.`) === true) return;
  throw illegalArgument(
    'Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested ' +
      `document or any of its parents, however one [copy_to] directive is trying to copy data from nested object ` +
      `[${field.nestedPath}] to [${to}]`,
  );
}

/** The innermost nested object that contains a path. */
function nestedPathOf(mapping: CompiledMapping, path: string): string | null {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const object = mapping.objects.get(path.slice(0, dot));
    if (object !== undefined) return object.nestedPath;
  }
  return null;
}
