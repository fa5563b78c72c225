import { OpenSearchError } from '../common/index.ts';
import type { VersionType } from './types.ts';

/** The newest state of a document: in the buffer, in a segment, or a remembered deletion. */
export interface DocumentState {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: boolean;
}

/** A version condition of a write. */
export interface VersionCheck {
  readonly id: string;
  readonly version: number | null;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | null;
  readonly ifPrimaryTerm: number | null;
}

interface VersionRule {
  /** Why a write expecting `expected` conflicts with `current`; `null` if it does not. */
  conflict(current: DocumentState, expected: number | null): string | null;
  next(current: DocumentState | null, expected: number | null): number;
}

const rules: Readonly<Record<VersionType, VersionRule>> = {
  internal: {
    conflict: (current, expected) =>
      expected === null || current.version === expected
        ? null
        : `current version [${current.version}] is different than the one provided [${expected}]`,
    next: (current) => (current?.version ?? 0) + 1,
  },
  external: {
    conflict: (current, expected) =>
      expected !== null && current.version < expected
        ? null
        : `current version [${current.version}] is higher or equal to the one provided [${expected}]`,
    next: (_current, expected) => expected ?? 1,
  },
  external_gte: {
    conflict: (current, expected) =>
      expected !== null && current.version <= expected
        ? null
        : `current version [${current.version}] is higher than the one provided [${expected}]`,
    next: (_current, expected) => expected ?? 1,
  },
};

/** The version that the write will get. `conflict` creates the error from an explanation; it is thrown. */
export function nextVersion(
  check: VersionCheck,
  opType: 'index' | 'create' | 'delete',
  current: DocumentState | null,
  conflict: (explanation: string) => Error,
): number {
  const explanation =
    seqNoConflict(check, current) ?? createConflict(opType, current) ?? versionConflict(check, current);
  if (explanation !== null) throw conflict(`[${check.id}]: version conflict, ${explanation}`);
  return rules[check.versionType].next(current, check.version);
}

function seqNoConflict(check: VersionCheck, current: DocumentState | null): string | null {
  const { ifSeqNo, ifPrimaryTerm } = check;
  if (ifSeqNo === null) return null;
  const required = `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}].`;
  if (current === null || current.deleted) return `${required} but no document was found`;
  if (current.seqNo === ifSeqNo && current.primaryTerm === ifPrimaryTerm) return null;
  const { seqNo, primaryTerm } = current;
  return `${required} current document has seqNo [${seqNo}] and primary term [${primaryTerm}]`;
}

function createConflict(opType: string, current: DocumentState | null): string | null {
  if (opType !== 'create' || current === null || current.deleted) return null;
  return `document already exists (current version [${current.version}])`;
}

function versionConflict(check: VersionCheck, current: DocumentState | null): string | null {
  if (current !== null) return rules[check.versionType].conflict(current, check.version);
  if (check.versionType !== 'internal' || check.version === null) return null;
  return `document does not exist (expected version [${check.version}])`;
}

/** The location of an error, as the original prints it beside type and reason. */
export interface ShardIdentity {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
}

export function versionConflictError(shard: ShardIdentity, reason: string): OpenSearchError {
  return new OpenSearchError('version_conflict_engine_exception', reason, {
    metadata: { index: shard.indexName, shard: String(shard.shardId), index_uuid: shard.indexUuid },
  });
}
