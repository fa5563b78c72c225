import { settled, type Turns } from '../../common/index.ts';
import type { HitFieldValues, InnerHitsDefinition, Query, QueryShardContext } from '../../query/index.ts';

/** Collects what the clauses of a search register when bound. */
export class BindingNotes {
  readonly namedQueries: { readonly name: string; readonly query: Query }[] = [];
  readonly innerHits: InnerHitsDefinition[] = [];
  readonly hitFields = new Map<string, HitFieldValues>();
  readonly fetchTasks: (() => void)[] = [];
  readonly #tasks: (() => void | Promise<void>)[] = [];

  /** Callbacks for the clauses. */
  readonly listeners = {
    prepare: (task) => void this.#tasks.push(task),
    onNamedQuery: (name, query) => void this.namedQueries.push({ name, query }),
    onInnerHits: (definition) => void this.innerHits.push(definition),
    onHitField: (name, values) => void this.hitFields.set(name, values),
    onFetch: (task) => void this.fetchTasks.push(task),
  } satisfies Partial<QueryShardContext>;

  *runPreparations(): Turns<void> {
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      yield* settled(task());
    }
  }

  /** Discards everything, because the binding was given up. */
  forget(): void {
    for (const list of [this.namedQueries, this.innerHits, this.fetchTasks, this.#tasks]) list.length = 0;
    this.hitFields.clear();
  }
}
