import type { LocalIndex } from './localIndex.ts';
import type { ShardRouting } from './types.ts';

/** A copy as it will be after the commands so far. */
export interface PlannedCopy extends Pick<ShardRouting, 'nodeId' | 'allocationId' | 'primary'> {
  readonly state: ShardRouting['state'] | 'RELOCATING';
  /** Set on both ends of a move. */
  readonly move?: PlannedMove;
}

/** A move that a later command of the same list may cancel. */
export interface PlannedMove {
  readonly source: PlannedCopy;
  isCancelled: boolean;
}

type NamedCopies = Pick<LocalIndex, 'name' | 'copies'>;

const UNASSIGNED = { nodeId: null, allocationId: null, state: 'UNASSIGNED' } as const;

/** The planned allocation: each command is checked against the effect of the earlier ones. */
export class PlannedRouting {
  readonly #shards = new Map<string, readonly PlannedCopy[]>();

  /** Primary first. */
  copiesOf({ name, copies }: NamedCopies, shard: number): readonly PlannedCopy[] {
    const own = copies.map(({ routing }) => routing).filter(({ shardId }) => shardId === shard);
    return this.#shards.get(`${name}/${shard}`) ?? own;
  }

  /** Records a new copy on that node, in place of `at`, or of the primary if `null`. */
  allocated(index: NamedCopies, shard: number, nodeId: string, at: PlannedCopy | null): void {
    const copies = this.copiesOf(index, shard);
    const instead = at ?? copies[0];
    this.#set(
      index,
      shard,
      copies.map((copy) => {
        if (copy === instead) return { ...copy, nodeId, allocationId: null, state: 'INITIALIZING' };
        return at === null && copy.nodeId === nodeId ? { ...copy, ...UNASSIGNED } : copy;
      }),
    );
  }

  /** Removes a copy; the first started replica replaces a primary. */
  cancelled(index: NamedCopies, shard: number, cancelled: PlannedCopy): void {
    const { move } = cancelled;
    if (move) {
      this.#cancelMove(index, shard, cancelled, move);
      return;
    }
    const copies = this.copiesOf(index, shard);
    const leader = cancelled.primary ? copies.find(isStartedReplica) : undefined;
    const next = copies.map((copy) => (copy === cancelled ? { ...copy, ...UNASSIGNED } : copy));
    const others = next.filter((copy) => copy !== leader);
    const led = leader && [
      { ...leader, primary: true },
      ...others.map((copy) => ({ ...copy, primary: false })),
    ];
    this.#set(index, shard, led ?? next);
  }

  /** Undoes a move, merging its ends into one copy, which is removed as well if the source was cancelled. */
  #cancelMove(index: NamedCopies, shard: number, cancelled: PlannedCopy, move: PlannedMove): void {
    move.isCancelled = true;
    const isEnd = (copy: PlannedCopy): boolean => copy.move === move;
    const others = this.copiesOf(index, shard).filter((copy) => !isEnd(copy) || copy.state === 'RELOCATING');
    this.#set(
      index,
      shard,
      others.map((copy) => (isEnd(copy) ? move.source : copy)),
    );
    if (cancelled.state === 'RELOCATING') this.cancelled(index, shard, move.source);
  }

  moved(index: NamedCopies, shard: number, source: PlannedCopy, toNode: string): PlannedMove {
    const move: PlannedMove = { source, isCancelled: false };
    const ends: readonly PlannedCopy[] = [
      { ...source, state: 'RELOCATING', move },
      { ...source, nodeId: toNode, allocationId: null, state: 'INITIALIZING', move },
    ];
    const copies = this.copiesOf(index, shard).flatMap((copy) => (copy === source ? ends : [copy]));
    this.#set(index, shard, copies);
    return move;
  }

  #set({ name }: Pick<LocalIndex, 'name'>, shard: number, copies: readonly PlannedCopy[]): void {
    this.#shards.set(`${name}/${shard}`, copies);
  }
}

function isStartedReplica({ primary, state }: PlannedCopy): boolean {
  return !primary && state === 'STARTED';
}
