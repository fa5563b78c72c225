import type { BulkItem, WriteWaiting } from '../../../cluster/index.ts';
import {
  conditionSeqNo,
  conditionTerm,
  parseActiveCopies,
  validationFailed,
} from '../../../cluster/index.ts';
import { formatTimeMs, illegalArgument } from '../../../common/index.ts';
import type { VersionType } from '../../../shard/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';

export const writeParameters: readonly ParameterName[] = [
  'refresh',
  'routing',
  'timeout',
  'wait_for_active_shards',
  'if_seq_no',
  'if_primary_term',
  'version',
  'version_type',
  'require_alias',
  'pipeline',
];

export type RefreshPolicy = 'true' | 'false' | 'wait_for';

export function refreshPolicy(request: RestRequest): RefreshPolicy {
  const value = request.param('refresh');
  if (value === null || value === 'false') return 'false';
  if (value === '' || value === 'true') return 'true';
  if (value === 'wait_for') return 'wait_for';
  throw illegalArgument(`Unknown value for refresh: [${value}].`);
}

const VERSION_TYPES: Readonly<Record<string, VersionType>> = {
  internal: 'internal',
  external: 'external',
  external_gt: 'external',
  external_gte: 'external_gte',
};

export function parseVersionType(text: string | null): VersionType {
  if (text === null) return 'internal';
  const type = Object.hasOwn(VERSION_TYPES, text) ? VERSION_TYPES[text] : undefined;
  if (!type) throw illegalArgument(`No version type match [${text}]`);
  return type;
}

type Conditions = Pick<BulkItem, 'version' | 'versionType' | 'ifSeqNo' | 'ifPrimaryTerm'>;

/** The original's value for an absent version. */
const ANY_VERSION = -3;

export function writeConditions(request: RestRequest): Conditions {
  return conditions(
    request.long('version', null),
    parseVersionType(request.param('version_type')),
    request.long('if_seq_no', null),
    request.long('if_primary_term', null),
  );
}

/** Throws illegal_argument_exception for negative sequence numbers and terms. */
export function conditions(
  version: number | null,
  versionType: VersionType,
  ifSeqNo: number | null,
  ifPrimaryTerm: number | null,
): Conditions {
  return {
    version: version === ANY_VERSION ? null : version,
    versionType,
    ifSeqNo: conditionSeqNo(ifSeqNo),
    ifPrimaryTerm: conditionTerm(ifPrimaryTerm),
  };
}

/** Throws action_request_validation_exception for contradictory conditions. */
export function checkConditions(item: BulkItem): void {
  const problems = writeProblems(item);
  if (problems.length > 0) throw validationFailed(problems);
}

/** The problems of a write, in the original's order; for `create` only the first. */
export function writeProblems(item: BulkItem): readonly string[] {
  if (item.action === 'update') return updateProblems(item);
  const problem = item.action === 'create' ? createProblem(item) : null;
  if (problem !== null) return [problem];
  const problems: string[] = [];
  if (item.id === null && (item.version !== null || item.versionType !== 'internal')) {
    problems.push('an id must be provided if version type or value are set');
  }
  problems.push(...conditionProblems(item));
  if (item.pipeline === '' && item.action !== 'delete') problems.push('pipeline cannot be an empty string');
  return problems;
}

function updateProblems(item: BulkItem): readonly string[] {
  const problems = conditionProblems(item);
  const { ifSeqNo, update } = item;
  if (ifSeqNo === null || update === null) return problems;
  if (update.retryOnConflict > 0) problems.push('compare and write operations can not be retried');
  if (update.docAsUpsert) problems.push('compare and write operations can not be used with upsert');
  if (update.upsert !== null) {
    problems.push("upsert requests don't support `if_seq_no` and `if_primary_term`");
  }
  return problems;
}

function createProblem({ version, versionType, ifSeqNo, ifPrimaryTerm }: BulkItem): string | null {
  if (versionType !== 'internal') {
    return 'create operations only support internal versioning. use index instead';
  }
  if (version !== null) return 'create operations do not support explicit versions. use index instead';
  if (ifSeqNo === null && ifPrimaryTerm === null) return null;
  return 'create operations do not support compare and set. use index instead';
}

function conditionProblems({ version, versionType, ifSeqNo, ifPrimaryTerm }: BulkItem): string[] {
  const problems: string[] = [];
  if (!isWritableVersion(version, versionType)) {
    problems.push(
      `illegal version value [${version ?? ANY_VERSION}] for version type [${versionType.toUpperCase()}]`,
    );
  }
  if (versionType === 'internal' && version !== null) problems.push(NO_INTERNAL_VERSIONING);
  if (ifSeqNo !== null && (version !== null || versionType !== 'internal')) {
    problems.push('compare and write operations can not use versioning');
  }
  if (ifSeqNo !== null && ifPrimaryTerm === null) problems.push('ifSeqNo is set, but primary term is [0]');
  if (ifSeqNo === null && ifPrimaryTerm !== null) {
    problems.push(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  }
  return problems;
}

function isWritableVersion(version: number | null, versionType: VersionType): boolean {
  if (versionType === 'internal') return version === null || version > 0;
  return version !== null && version >= 0;
}

export const NO_INTERNAL_VERSIONING =
  'internal versioning can not be used for optimistic concurrency control. ' +
  'Please use `if_seq_no` and `if_primary_term` instead';

/** How long a write waits and for how many copies, as given. Throws illegal_argument_exception. */
export function writeWaiting(request: RestRequest): WriteWaiting {
  return {
    timeout: formatTimeMs(request.time('timeout', 60_000)),
    activeCopies: parseActiveCopies(request.param('wait_for_active_shards')),
    refresh: refreshPolicy(request),
  };
}
