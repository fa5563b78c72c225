import type { RerouteCommand, RerouteDecision } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { isJsonObject, OpenSearchError } from '../../../common/index.ts';

/** The members of a command by its name; `true` if required. */
const MEMBERS: Readonly<Record<RerouteCommand['name'], Readonly<Record<string, boolean>>>> = {
  allocate_stale_primary: { index: true, shard: true, node: true, accept_data_loss: false },
  allocate_empty_primary: { index: true, shard: true, node: true, accept_data_loss: false },
  allocate_replica: { index: true, shard: true, node: true },
  cancel: { index: true, shard: true, node: true, allow_primary: false },
  move: { index: true, shard: true, from_node: true, to_node: true },
};

/** The body of a reroute request. Throws x_content_parse_exception in the original's words. */
export function parseReroute(body: JsonObject): { commands: readonly RerouteCommand[]; dryRun: boolean } {
  const unknown = Object.keys(body).find((key) => key !== 'commands' && key !== 'dry_run');
  if (unknown !== undefined) throw parseError(`unknown field [${unknown}]`);
  const { commands = [], dry_run: dryRun = false } = body;
  if (!Array.isArray(commands)) throw parseError("commands doesn't support values of type: VALUE_STRING");
  try {
    return { commands: commands.map(parseCommand), dryRun: String(dryRun) === 'true' };
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw parseError('failed to parse field [commands]', error);
  }
}

function parseCommand(item: JsonValue): RerouteCommand {
  const [name, members] = isJsonObject(item) ? (Object.entries(item)[0] ?? ['', null]) : ['', null];
  if (!isName(name))
    throw new OpenSearchError('named_object_not_found_exception', `[1:2] unknown field [${name}]`);
  const given: JsonObject = isJsonObject(members) ? members : {};
  checkMembers(name, given);
  const place = { index: String(given.index), shard: Number(given.shard) };
  const node = String(given.node);
  switch (name) {
    case 'allocate_stale_primary':
    case 'allocate_empty_primary':
      return { name, ...place, node, acceptDataLoss: String(given.accept_data_loss) === 'true' };
    case 'allocate_replica':
      return { name, ...place, node };
    case 'cancel':
      return { name, ...place, node, allowPrimary: String(given.allow_primary) === 'true' };
    case 'move':
      return { name, ...place, fromNode: String(given.from_node), toNode: String(given.to_node) };
  }
}

function isName(name: string): name is RerouteCommand['name'] {
  return Object.hasOwn(MEMBERS, name);
}

/** The original parses allocating commands with different code than others, so the messages differ. */
function checkMembers(name: RerouteCommand['name'], given: JsonObject): void {
  const rows = MEMBERS[name];
  const allocates = name.startsWith('allocate_');
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(rows, key));
  if (unknown !== undefined) {
    throw allocates
      ? parseError(`unknown field [${unknown}]`, undefined, name)
      : new OpenSearchError('parse_exception', `[${name}] command does not support field [${unknown}]`);
  }
  const shard = Number(given.shard ?? -1);
  for (const [key, required] of Object.entries(rows)) {
    if (
      !required ||
      (given[key] !== undefined && !(key === 'shard' && !(Number.isInteger(shard) && shard >= 0)))
    ) {
      continue;
    }
    throw allocates
      ? new OpenSearchError(
          'illegal_argument_exception',
          `Argument [${key}] must be defined${key === 'shard' ? ' and non-negative' : ''}`,
        )
      : new OpenSearchError('parse_exception', `[${name}] command missing the ${key} parameter`);
  }
}

function parseError(what: string, causedBy?: OpenSearchError, parser = 'cluster_reroute'): OpenSearchError {
  return new OpenSearchError('x_content_parse_exception', `[1:2] [${parser}] ${what}`, { causedBy });
}

/** An entry of `explanations`. */
export function explanationJson(command: RerouteCommand, decision: RerouteDecision): JsonObject {
  const { decider, explanation, error } = decision;
  return {
    command: command.name,
    parameters: parametersJson(command),
    decisions: [{ decider, decision: error === null ? 'YES' : 'NO', explanation }],
  };
}

function parametersJson(command: RerouteCommand): JsonObject {
  const { index, shard } = command;
  switch (command.name) {
    case 'allocate_stale_primary':
    case 'allocate_empty_primary':
      return { index, shard, node: command.node, accept_data_loss: command.acceptDataLoss };
    case 'allocate_replica':
      return { index, shard, node: command.node };
    case 'cancel':
      return { index, shard, node: command.node, allow_primary: command.allowPrimary };
    case 'move':
      return { index, shard, from_node: command.fromNode, to_node: command.toNode };
  }
}
