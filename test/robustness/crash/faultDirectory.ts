import { SeededRandom } from '../../../src/common/index.ts';
import {
  type Directory,
  type DirectoryLock,
  type IndexOutput,
  NameTakenError,
  NoSuchFileError,
  type Slot,
} from '../../../src/directory/index.ts';

/**
 * A disk that fails as told. Content is durable after fsync, names after fsync of the folder; at a power loss the rest
 * is lost, kept or damaged, byte by byte and name by name. A failed fsync drops what it should have written, and the
 * next one does not know of it.
 */
export type FaultKind = 'power' | 'eio' | 'diskFull' | 'shortWrite' | 'failedSync';
export const faultKinds: readonly FaultKind[] = ['power', 'eio', 'diskFull', 'shortWrite', 'failedSync'];

export interface FaultPlan {
  readonly kind: FaultKind;
  /** The call of the disk that fails, counted from 0. */
  readonly atCall: number;
  /** All later calls of that sort fail too. */
  readonly forEver: boolean;
}

export type CallSort = 'write' | 'sync' | 'name' | 'read';

/** Which calls fail in which way. */
export const failingSorts: Readonly<Record<FaultKind, readonly CallSort[]>> = {
  power: ['write', 'sync', 'name', 'read'],
  eio: ['write', 'sync', 'name', 'read'],
  diskFull: ['write', 'name'],
  shortWrite: ['write'],
  failedSync: ['sync'],
};

class DiskError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`${code}: simulated`);
    this.code = code;
  }
}

/** A file's bytes: what an fsync has covered, and what a reader sees now. */
interface Inode {
  durable: Uint8Array;
  current: Uint8Array;
  /** Ranges that a failed fsync dropped. */
  dropped: (readonly [number, number])[];
  /** Of a file that is written in place: what was written since the last fsync. null: it only grows. */
  overwrites: Overwrite[] | null;
}

interface Overwrite {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** What the folders of one disk have in common: its calls, and when they fail. */
class FaultDisk {
  calls = 0;
  onCall: ((call: number, sort: CallSort) => void) | null = null;
  struck = false;
  isOff = false;
  readonly plan: FaultPlan | null;

  constructor(plan: FaultPlan | null) {
    this.plan = plan;
  }

  call(sort: CallSort): void {
    const call = this.calls++;
    this.onCall?.(call, sort);
    if (this.isOff) throw new DiskError('EIO');
    const { plan } = this;
    if (plan === null || call < plan.atCall || !failingSorts[plan.kind].includes(sort)) return;
    if (this.struck && !plan.forEver) return;
    this.struck = true;
    if (plan.kind === 'power') this.isOff = true;
    throw new DiskError(plan.kind === 'diskFull' ? 'ENOSPC' : 'EIO');
  }
}

export class FaultDirectory implements Directory {
  readonly path = null;
  readonly isMemory = false;
  readonly #disk: FaultDisk;
  readonly #folders = new Map<string, FaultDirectory>();
  readonly #names = new Map<string, Inode>();
  /** Names as the folder's last fsync has them, and the changes since. */
  #durableNames = new Map<string, Inode>();
  #nameChanges: (readonly [name: string, inode: Inode | null])[][] = [];

  constructor(plan: FaultPlan | FaultDisk | null, names: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#disk = plan instanceof FaultDisk ? plan : new FaultDisk(plan);
    for (const [name, bytes] of names) this.#names.set(name, inodeOf(bytes));
    this.#durableNames = new Map(this.#names);
  }

  /** So far, of the whole disk. */
  get calls(): number {
    return this.#disk.calls;
  }

  /** Is told of every call of the disk before it happens. */
  watch(onCall: (call: number, sort: CallSort) => void): void {
    this.#disk.onCall = onCall;
  }

  /** The folder as it is at this moment, on a disk of its own: what is written to either the other does not see. */
  copy(): FaultDirectory {
    const inodes = new Map<Inode, Inode>();
    const copied = (inode: Inode): Inode => {
      const overwrites = inode.overwrites && [...inode.overwrites];
      const known = inodes.get(inode) ?? { ...inode, dropped: [...inode.dropped], overwrites };
      inodes.set(inode, known);
      return known;
    };
    const copy = new FaultDirectory(null);
    for (const [name, inode] of this.#names) copy.#names.set(name, copied(inode));
    copy.#durableNames = new Map([...this.#durableNames].map(([name, inode]) => [name, copied(inode)]));
    copy.#nameChanges = this.#nameChanges.map((change) =>
      change.map(([name, inode]) => [name, inode && copied(inode)] as const),
    );
    for (const [name, folder] of this.#folders) copy.#folders.set(name, folder.copy());
    return copy;
  }

  /** Whether the plan's fault has happened. */
  get struck(): boolean {
    return this.#disk.struck;
  }

  /** The folder and all below it as a restart finds them after a power loss now, on a disk that follows `plan`. */
  restart(seed: number, plan: FaultPlan | null = null): FaultDirectory {
    return this.#restart(new SeededRandom(seed), new FaultDisk(plan));
  }

  #restart(random: SeededRandom, disk: FaultDisk): FaultDirectory {
    const again = new FaultDirectory(disk, this.afterPowerLoss(Math.floor(random.next() * 2 ** 31)));
    for (const [name, folder] of this.#folders) again.#folders.set(name, folder.#restart(random, disk));
    return again;
  }

  /** The files of this folder that a restart finds; `seed` decides what becomes of that which was not durable. */
  afterPowerLoss(seed: number): Map<string, Uint8Array> {
    const random = new SeededRandom(seed);
    const names = new Map(this.#durableNames);
    for (const change of this.#nameChanges) {
      if (random.next() < 0.5) continue;
      for (const [name, inode] of change) {
        if (inode === null) names.delete(name);
        else names.set(name, inode);
      }
    }
    return new Map([...names].map(([name, inode]) => [name, damaged(inode, random)]));
  }

  async list(): Promise<readonly string[]> {
    return [...this.#names.keys()].sort();
  }

  async listFolders(): Promise<readonly string[]> {
    return [...this.#folders.keys()].filter((name) => !this.#folders.get(name)?.isEmpty).sort();
  }

  get isEmpty(): boolean {
    return this.#names.size === 0 && [...this.#folders.values()].every((folder) => folder.isEmpty);
  }

  async exists(name: string): Promise<boolean> {
    return this.#names.has(name);
  }

  async isLink(): Promise<boolean> {
    return false;
  }

  async makePrivate(): Promise<void> {}

  async sizeBytes(name: string): Promise<number> {
    return this.#inode(name).current.length;
  }

  async read(name: string): Promise<Uint8Array> {
    this.#call('read');
    return this.#inode(name).current.slice();
  }

  async scan(name: string, visit: (piece: Uint8Array) => unknown): Promise<number> {
    const bytes = await this.read(name);
    await visit(bytes);
    return bytes.length;
  }

  async create(name: string): Promise<IndexOutput> {
    this.#call('name');
    const inode = this.#names.get(name) ?? inodeOf(new Uint8Array(0));
    inode.current = new Uint8Array(0);
    inode.dropped = [];
    this.#change([[name, inode]]);
    return this.#output(inode);
  }

  async append(name: string): Promise<IndexOutput> {
    return this.#names.has(name) ? this.#output(this.#inode(name)) : this.create(name);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#call('name');
    const inode = this.#inode(from);
    this.#change([
      [from, null],
      [to, inode],
    ]);
  }

  async delete(name: string): Promise<void> {
    this.#call('name');
    this.#change([[name, null]]);
  }

  async truncate(name: string, sizeBytes: number): Promise<void> {
    this.#call('sync');
    const inode = this.#inode(name);
    inode.current = inode.current.slice(0, sizeBytes);
    inode.durable = inode.current;
  }

  async openSlot(name: string): Promise<Slot> {
    if (!this.#names.has(name)) {
      this.#call('name');
      this.#change([[name, inodeOf(new Uint8Array(0))]]);
    }
    const inode = this.#inode(name);
    inode.overwrites ??= [];
    return {
      write: async (bytes, at) => {
        const written = this.#writeCall(bytes.length);
        const overwrite = { at, bytes: Uint8Array.from(bytes.subarray(0, written)) };
        inode.overwrites?.push(overwrite);
        inode.current = overwritten(inode.current, overwrite);
        if (written < bytes.length) throw new DiskError('ENOSPC');
      },
      sync: async () => this.#sync(inode),
      close: async () => undefined,
    };
  }

  async rewrite(name: string, fromByte: number): Promise<void> {
    const inode = this.#inode(name);
    this.#call('write');
    inode.overwrites?.push({ at: fromByte, bytes: inode.current.slice(fromByte) });
    this.#sync(inode);
    inode.dropped = inode.dropped.flatMap(([from, to]) =>
      from < fromByte ? [[from, Math.min(to, fromByte)] as const] : [],
    );
  }

  async sync(names: readonly string[]): Promise<void> {
    for (const name of names) this.#sync(this.#inode(name));
  }

  async syncFolder(): Promise<void> {
    this.#call('sync');
    this.#keepNames();
  }

  #keepNames(): void {
    this.#durableNames = new Map(this.#names);
    this.#nameChanges = [];
  }

  folder(name: string): FaultDirectory {
    const known = this.#folders.get(name);
    if (known) return known;
    const folder = new FaultDirectory(this.#disk);
    this.#folders.set(name, folder);
    return folder;
  }

  /** As on a file system with a journal: after a power loss the file or folder is at one of its two places, whole. */
  async move(name: string, to: Directory, as: string): Promise<void> {
    if (!(to instanceof FaultDirectory)) throw new Error('not a folder of this disk');
    this.#call('name');
    const folder = this.#folders.get(name);
    const inode = this.#names.get(name);
    if (inode === undefined && (folder === undefined || folder.isEmpty)) throw new NoSuchFileError(name);
    if (to.#names.has(as) || to.#folders.get(as)?.isEmpty === false) throw new NameTakenError(as);
    if (inode !== undefined) {
      to.#change([[as, inode]]);
      this.#change([[name, null]]);
    } else if (folder !== undefined) {
      to.#folders.set(as, folder);
      this.#folders.delete(name);
    }
    // Both or neither of the names may be lost until here; the disk of this test keeps both.
    to.#keepNames();
    this.#keepNames();
    this.#call('sync');
  }

  async linkFrom(source: Directory, name: string): Promise<void> {
    this.#call('name');
    if (!(source instanceof FaultDirectory)) throw new Error('another kind of folder');
    if (this.#names.has(name)) throw new NameTakenError(name);
    this.#change([[name, source.#inode(name)]]);
  }

  async deleteAll(): Promise<void> {
    for (const name of [...this.#names.keys()]) await this.delete(name);
    for (const folder of this.#folders.values()) await folder.deleteAll();
  }

  async lock(): Promise<DirectoryLock> {
    return { release: async () => undefined, weakness: null };
  }

  #output(inode: Inode): IndexOutput {
    let pending: Uint8Array[] = [];
    let position = inode.current.length;
    const flush = async () => {
      if (pending.length === 0) return;
      const bytes = Buffer.concat(pending);
      pending = [];
      const written = this.#writeCall(bytes.length);
      inode.current = Buffer.concat([inode.current, bytes.subarray(0, written)]);
      if (written < bytes.length) throw new DiskError('ENOSPC');
    };
    return {
      get position() {
        return position;
      },
      write: (bytes) => {
        // Of a Buffer, slice() would be a view.
        pending.push(Uint8Array.from(bytes));
        position += bytes.length;
      },
      flush,
      sync: async () => {
        await flush();
        this.#sync(inode);
      },
      close: flush,
    };
  }

  #sync(inode: Inode): void {
    const before = inode.durable.length;
    try {
      this.#call('sync');
    } catch (error) {
      if (!this.#disk.isOff) {
        if (inode.overwrites !== null) inode.overwrites = [];
        else {
          inode.dropped.push([before, inode.current.length]);
          inode.durable = inode.current;
        }
      }
      throw error;
    }
    if (inode.overwrites === null) inode.durable = inode.current;
    else {
      inode.durable = inode.overwrites.reduce<Uint8Array>(overwritten, inode.durable);
      inode.overwrites = [];
    }
  }

  #inode(name: string): Inode {
    const inode = this.#names.get(name);
    if (!inode) throw new NoSuchFileError(name);
    return inode;
  }

  #change(change: readonly (readonly [string, Inode | null])[]): void {
    for (const [name, inode] of change) {
      if (inode === null) this.#names.delete(name);
      else this.#names.set(name, inode);
    }
    this.#nameChanges.push([...change]);
  }

  /** How many of the bytes arrive; throws when none does. */
  #writeCall(length: number): number {
    try {
      this.#call('write');
      return length;
    } catch (error) {
      if (this.#disk.isOff || this.#disk.plan?.kind !== 'shortWrite') throw error;
      return Math.floor(length / 2);
    }
  }

  #call(sort: CallSort): void {
    this.#disk.call(sort);
  }
}

function inodeOf(bytes: Uint8Array): Inode {
  return { durable: bytes, current: bytes, dropped: [], overwrites: null };
}

function overwritten(content: Uint8Array, { at, bytes }: Overwrite): Uint8Array {
  const all = new Uint8Array(Math.max(content.length, at + bytes.length));
  all.set(content);
  all.set(bytes, at);
  return all;
}

/** Of each write that was not durable, nothing, all, the beginning or the end arrives. */
function partlyOverwritten(inode: Inode, overwrites: readonly Overwrite[], random: SeededRandom): Uint8Array {
  return overwrites.reduce<Uint8Array>((content, { at, bytes }) => {
    const cut = Math.floor(random.next() * bytes.length);
    switch (Math.floor(random.next() * 4)) {
      case 0:
        return content;
      case 1:
        return overwritten(content, { at, bytes });
      case 2:
        return overwritten(content, { at, bytes: bytes.subarray(0, cut) });
      default:
        return overwritten(content, { at: at + cut, bytes: bytes.subarray(cut) });
    }
  }, Uint8Array.from(inode.durable));
}

/** What was not durable is lost, kept, cut, zeroed or has a wrong bit. */
function damaged(inode: Inode, random: SeededRandom): Uint8Array {
  const { durable, current } = inode;
  if (inode.overwrites !== null) return partlyOverwritten(inode, inode.overwrites, random);
  const isAppended = current.length >= durable.length && durable.every((byte, i) => current[i] === byte);
  const bytes = withUnsynced(durable, isAppended ? current : durable, random);
  for (const [from, to] of inode.dropped) bytes.fill(0, from, to);
  return bytes;
}

function withUnsynced(durable: Uint8Array, current: Uint8Array, random: SeededRandom): Uint8Array {
  const extra = current.length - durable.length;
  const bytes = Uint8Array.from(current);
  const at = durable.length + Math.floor(random.next() * extra);
  switch (Math.floor(random.next() * 5)) {
    case 0:
      return bytes.slice(0, durable.length);
    case 1:
      return bytes;
    case 2:
      return bytes.slice(0, at);
    case 3:
      return bytes.fill(0, at);
    default:
      if (extra > 0) bytes[at] ^= 1 << Math.floor(random.next() * 8);
      return bytes;
  }
}
