import { pipelineFunctionByName, type ScalarFunction } from '../../functions/index.ts';
import type { Bound, Column, ColumnFactory } from '../bound.ts';
import type { Scope, StarColumn } from '../scope.ts';
import type { Layout } from './layout.ts';
import type { TypeEnvironment } from './typeEnvironment.ts';

/**
 * What names mean at one point of a pipeline: the environment knows which exist, the layout where they are.
 */
export class PipelineScope implements Scope {
  readonly outer = null;
  readonly #environment: TypeEnvironment;
  readonly #layout: Layout;
  readonly #columns: ColumnFactory;
  readonly #computed: (name: string) => Bound | null;

  constructor(
    environment: TypeEnvironment,
    layout: Layout,
    columns: ColumnFactory,
    computed: (name: string) => Bound | null,
  ) {
    this.#environment = environment;
    this.#layout = layout;
    this.#columns = columns;
    this.#computed = computed;
  }

  /** A column of the name's type; a name without a value gets a column that no row has. */
  lookup(name: string): Column | null {
    const type = this.#environment.resolve(name);
    if (type === undefined) return null;
    return this.#layout.place(name)?.column ?? this.#columns.make(name, type);
  }

  computed(name: string): Bound | null {
    return this.#computed(name);
  }

  function(name: string): ScalarFunction | undefined {
    return pipelineFunctionByName(name);
  }

  /** Names are never qualified by an index. */
  has(): boolean {
    return true;
  }

  isQualifier(): boolean {
    return false;
  }

  names(): readonly string[] {
    return this.#environment.names();
  }

  star(): readonly StarColumn[] {
    return [];
  }
}
