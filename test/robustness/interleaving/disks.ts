import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { FaultDirectory, type FaultPlan } from '../crash/faultDirectory.ts';

/** `kill`: the system keeps all written bytes. `power`: only synced ones are sure to survive. `close`: a regular end. */
export type Death = 'kill' | 'power' | 'close';

/** Where one life of the server writes, and what the next one finds. */
export interface Disk {
  readonly directory: Directory;
  readonly deaths: readonly Death[];
  readonly hasFailed: boolean;
  after(death: Death, seed: number): Disk;
}

export class RamDisk implements Disk {
  readonly directory: RamDirectory;
  readonly deaths: readonly Death[] = ['kill', 'close'];
  readonly hasFailed = false;

  constructor(directory = new RamDirectory()) {
    this.directory = directory;
  }

  after(): Disk {
    return new RamDisk(this.directory.fork());
  }
}

export class FaultDisk implements Disk {
  readonly directory: FaultDirectory;
  readonly deaths: readonly Death[] = ['kill', 'power', 'close'];

  constructor(plan: FaultPlan | null, directory = new FaultDirectory(plan)) {
    this.directory = directory;
  }

  get hasFailed(): boolean {
    return this.directory.struck;
  }

  after(death: Death, seed: number): Disk {
    return new FaultDisk(null, death === 'power' ? this.directory.restart(seed) : this.directory.copy());
  }
}
