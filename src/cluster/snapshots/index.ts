export { checkRepository, type RepositoryCheck } from './checkRepository.ts';
export type { Snapshot, SnapshotIndex } from './repository.ts';
export { type RestoreSnapshot, SnapshotService } from './snapshotService.ts';
