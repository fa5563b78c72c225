import type { BulkItem } from '../../../cluster/index.ts';
import { validationFailed } from '../../../cluster/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import type { VersionType } from '../../../shard/index.ts';
import type { RestRequest } from '../../request.ts';

export const writeParameters: readonly string[] = [
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

export function writeConditions(request: RestRequest): Conditions {
  return {
    version: request.long('version', null),
    versionType: parseVersionType(request.param('version_type')),
    ifSeqNo: request.long('if_seq_no', null),
    ifPrimaryTerm: request.long('if_primary_term', null),
  };
}

/** Throws action_request_validation_exception for conditions that contradict each other. */
export function checkConditions(item: BulkItem): void {
  const problems: string[] = [];
  const { version, versionType, ifSeqNo, ifPrimaryTerm } = item;
  if (item.action === 'create') {
    if (versionType !== 'internal') {
      problems.push('create operations only support internal versioning. use index instead');
    } else if (version !== null) {
      problems.push('create operations do not support explicit versions. use index instead');
    }
    if (ifSeqNo !== null || ifPrimaryTerm !== null) {
      problems.push('create operations do not support compare and set. use index instead');
    }
  }
  if (item.id === null && (version !== null || versionType !== 'internal')) {
    problems.push('an id must be provided if version type or value are set');
  }
  problems.push(...conditionProblems(item));
  if (problems.length > 0) throw validationFailed(problems);
}

function conditionProblems({ action, version, versionType, ifSeqNo, ifPrimaryTerm }: BulkItem): string[] {
  const problems: string[] = [];
  if (ifSeqNo === null && ifPrimaryTerm !== null) {
    problems.push(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  }
  if (ifSeqNo !== null && ifPrimaryTerm === null) {
    problems.push(`ifSeqNo is set, but primary term is [0]`);
  }
  if (ifSeqNo !== null && (version !== null || versionType !== 'internal')) {
    problems.push('compare and write operations can not use versioning');
  } else if (versionType === 'internal' && version !== null && action !== 'create') {
    problems.push(
      'internal versioning can not be used for optimistic concurrency control. ' +
        'Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  if (versionType !== 'internal' && (version === null || version < 0)) {
    problems.push(`illegal version value [${version ?? -3}] for version type [${versionType.toUpperCase()}]`);
  }
  return problems;
}
