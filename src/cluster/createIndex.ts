import type { AnalysisRegistry } from '../analysis/index.ts';
import type { Clock, FlatSettings, JsonObject, Random, SettingsRegistry } from '../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError, randomUuid } from '../common/index.ts';
import type { MapperService } from '../mapper/index.ts';
import { checkNewSettings } from './checkNewIndex.ts';
import { membersOfKind, normalizeAlias } from './metadata/aliases.ts';
import type { IndexMetadata, StoredCopy } from './metadata/clusterState.ts';
import { allocationsOf } from './metadata/clusterState.ts';
import { invalidAliasName, validateAliasName } from './metadata/indexName.ts';
import type { TemplateContent } from './metadata/templates.ts';
import { combine } from './metadata/templates.ts';
import { definedSettings, flattenSettings } from './settings/flat.ts';
import { checkTogether } from './settings/together.ts';
import { validateIndexSettings } from './settings/validate.ts';
import type { IndexComponents } from './types.ts';

export const VERSION_CREATED = '136287827';

/** The body of `PUT /{index}`, parsed. Throws parse_exception for unknown keys. */
export function parseCreateIndex(body: JsonObject): TemplateContent {
  for (const key of Object.keys(body)) {
    if (key !== 'settings' && key !== 'mappings' && key !== 'aliases') {
      throw new OpenSearchError('parse_exception', `unknown key [${key}] for create index`);
    }
  }
  const mappings = objectMember(body, 'mappings');
  if (Object.keys(mappings).length === 1 && isJsonObject(mappings._doc)) {
    throw illegalArgument('The mapping definition cannot be nested under a type');
  }
  const aliases = Object.entries(objectMember(body, 'aliases')).map(([name, alias]): [string, JsonObject] => {
    if (!isJsonObject(alias)) throw illegalArgument('No alias is specified');
    validateAliasName(name);
    return [name, membersOfKind(alias)];
  });
  return {
    settings: flattenSettings(objectMember(body, 'settings'), 'index.'),
    mappings,
    aliases: new Map(aliases),
  };
}

function objectMember(body: JsonObject, key: string): JsonObject {
  const value = body[key];
  // The original answers null mappings and aliases with a 500; here they are left out.
  if (value === undefined || (value === null && key !== 'settings')) return {};
  if (!isJsonObject(value)) throw new OpenSearchError('parse_exception', `key [${key}] must be an object`);
  return value;
}

export interface NewIndex {
  readonly name: string;
  readonly providedName: string;
  readonly request: TemplateContent;
  readonly templates: TemplateContent;
  readonly registry: SettingsRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly indexNames: ReadonlySet<string>;
  readonly allocate: (shards: number, replicas: number) => readonly (readonly StoredCopy[])[];
}

/** Metadata of an index to be created. Throws for invalid settings and aliases. */
export function newIndexMetadata(options: NewIndex): IndexMetadata {
  const content = combine(options.templates, options.request);
  validateIndexSettings(options.registry, content.settings);
  const uuid = randomUuid(options.random);
  const creationDateMs = options.clock.nowMs();
  const settings = new Map(definedSettings(content.settings));
  if (!settings.has('index.number_of_shards')) settings.set('index.number_of_shards', '1');
  if (!settings.has('index.number_of_replicas')) settings.set('index.number_of_replicas', '1');
  settings.set('index.provided_name', options.providedName);
  settings.set('index.creation_date', String(creationDateMs));
  settings.set('index.uuid', uuid);
  settings.set('index.version.created', VERSION_CREATED);
  const shards = Number(settings.get('index.number_of_shards'));
  checkRoutingShards(settings, shards);
  checkNewSettings(settings);
  checkTogether(settings);
  const replicas = Number(settings.get('index.number_of_replicas'));
  const copies = options.allocate(shards, replicas);
  return {
    name: options.name,
    uuid,
    settings,
    aliases: newAliases(options, content),
    mapping: content.mappings,
    state: 'open',
    creationDateMs,
    damage: null,
    copies,
    // An empty copy is complete.
    inSyncAllocations: allocationsOf(copies),
    primaryTerms: Array.from({ length: shards }, () => 1),
  };
}

function checkRoutingShards(settings: ReadonlyMap<string, string>, shards: number): void {
  const text = settings.get('index.number_of_routing_shards');
  if (text === undefined) return;
  const routingShards = Number(text);
  if (routingShards < shards) {
    throw illegalArgument(
      `index.number_of_routing_shards [${routingShards}] must be >= index.number_of_shards [${shards}]`,
    );
  }
  if (routingShards % shards !== 0) {
    throw illegalArgument(`the number of source shards [${shards}] must be a factor of [${routingShards}]`);
  }
}

function newAliases(options: NewIndex, content: TemplateContent): ReadonlyMap<string, JsonObject> {
  const aliases = new Map<string, JsonObject>();
  for (const [pattern, body] of content.aliases) {
    const alias = pattern.replaceAll('{index}', options.name);
    if (alias === options.name || options.indexNames.has(alias)) {
      throw invalidAliasName(
        alias,
        `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
      );
    }
    aliases.set(alias, normalizeAlias(alias, body));
  }
  return aliases;
}

/** The services of a hypothetical index made from a template only, without documents and name. */
export interface TriedIndex {
  readonly settings: FlatSettings;
  readonly analysis: AnalysisRegistry;
  readonly mapper: MapperService;
}

/** Builds the analysis of such an index; its mapping is merged later. Throws for invalid settings. */
export function tryIndex(components: IndexComponents, content: TemplateContent): TriedIndex {
  const settings = new Map(definedSettings(content.settings));
  settings.set('index.version.created', VERSION_CREATED);
  checkNewSettings(settings);
  const analysis = components.createAnalysis(settings);
  const mapper = components.createMapper({ indexName: '', analysis, settings: () => settings });
  return { settings, analysis, mapper };
}
