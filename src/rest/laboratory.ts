import type { JsonObject, MovableClock } from '../common/index.ts';
import type {
  CurveRequest,
  EventPage,
  FaultRules,
  LaboratoryEvent,
  LoadSimulation,
  MissRatioCurve,
  PolicyCurve,
  PolicyName,
  TraceCurve,
} from '../knn/index.ts';

export interface EventFilter {
  /** From this event on; 0: from the oldest that is kept. */
  readonly since: number;
  readonly size: number;
  /** null: all nodes. */
  readonly nodeIds: ReadonlySet<string> | null;
}

/** What `/_rockpool/…` answers from, and what a program that embeds the server calls. Everything throws OpenSearchError. */
export interface Laboratory {
  readonly clock: MovableClock;
  readonly simulation: LoadSimulation;
  /** Faults on purpose, of loads and requests. */
  readonly faults: Pick<FaultRules, 'active' | 'describe' | 'clear' | 'request'> & {
    put(body: JsonObject): void;
  };
  events(filter?: Partial<EventFilter>): EventPage;
  /** How many listen to events now. */
  readonly watchers: number;
  /** Calls the listener with each event from now on, as it happens; the result ends that. */
  onEvent(listener: (event: LaboratoryEvent) => void): () => void;
  curve(request?: Partial<CurveRequest>): MissRatioCurve;
  /** Resolves when the accesses of all searches so far are recorded. */
  recorded(): Promise<void>;
  /** The same accesses at the same limits, had the cache another policy. */
  policyCurves(
    policies: readonly PolicyName[],
    request: Partial<CurveRequest> & { readonly limitsKb: readonly number[] },
  ): Promise<readonly PolicyCurve[]>;
  /** The accesses as CSV, as cache simulators read them. */
  trace(request?: Partial<Omit<CurveRequest, 'limitsKb'>>): string;
  /** The curves of such a CSV; `limitsKb` null: twenty, as those of the curve. */
  traceCurve(
    csv: string,
    request: { readonly policies: readonly PolicyName[]; readonly limitsKb: readonly number[] | null },
  ): Promise<TraceCurve>;
  /**
   * The answer of `GET /_rockpool/knn/graphs`, of these indices.
   * @internal
   */
  graphs(index: string | null): Promise<JsonObject>;
  /** Ids of the nodes whose caches `?node=` names. */
  nodeIds(filter: string): ReadonlySet<string>;
  /** The body and the answer of `POST /_rockpool/knn/plan`. */
  plan(body: JsonObject): Promise<JsonObject>;
  simulate(simulation: LoadSimulation): void;
  /** Takes the graphs of an index (null: all) out of every cache, uncounted; how many there were. */
  clearCache(indexName: string | null): number;
  /**
   * Ends a node, by id or name, as if its process were killed. For `detectAfterMs` (0) the others do not notice.
   * Throws for the last node that runs.
   */
  stopNode(node: string, detectAfterMs?: number): Promise<void>;
  startNode(node: string): Promise<void>;
}
