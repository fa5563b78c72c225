export type Length = 'short' | 'long';

export interface Outcome {
  readonly figure: string;
  readonly met: boolean;
}

/** One row of the table of goals: what is promised, and how it is shown. */
export interface Goal {
  readonly id: string;
  readonly goal: string;
  /** Of the long run, and of the short one where that has its own. */
  readonly target: string;
  readonly shortTarget?: string;
  /** The line that runs this alone. */
  readonly replay: string;
  /** Times are measured: nothing else runs meanwhile. */
  readonly alone?: boolean;
  run(length: Length, seed: number): Outcome | Promise<Outcome>;
}
