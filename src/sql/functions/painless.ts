/** One form of a function in the legacy engine's Painless; forms differ in their number of arguments. */
export interface PainlessForm {
  /** The prefix of the variable's name, before `_n`. */
  readonly variable: string;
  /** `value`: the type of the second argument. */
  readonly type: 'number' | 'string' | 'value';
  /**
   * The expression's source, given the sources of the arguments, after the name of `local` if there is one.
   */
  readonly source: (...args: string[]) => string;
  /** An extra variable that the expression needs. */
  readonly local?: { readonly name: string; readonly declare: (local: string, ...args: string[]) => string };
  /** The original has no script for it. */
  readonly beyond?: boolean;
  /** Handles missing values itself. */
  readonly readsMissing?: boolean;
  /** The first argument is a condition. */
  readonly tests?: boolean;
}

/** Helpers for the function tables: the `painless` property of an entry. */
export interface Scripted {
  readonly painless: readonly PainlessForm[];
}

type Source = PainlessForm['source'];
type Rest = Partial<PainlessForm>;

export function numberScript(variable: string, source: Source, rest: Rest = {}): Scripted {
  return { painless: [{ variable, type: 'number', source, ...rest }] };
}

export function textScript(variable: string, source: Source, rest: Rest = {}): Scripted {
  return { painless: [{ variable, type: 'string', source, ...rest }] };
}

/** `Math.method(x)`. */
export function mathScript(variable: string, method = variable, rest: Rest = {}): Scripted {
  return numberScript(variable, (x) => `Math.${method}(${x})`, rest);
}

/** `x.property`. */
export function partScript(variable: string, property = variable, rest: Rest = {}): Scripted {
  return numberScript(variable, (x) => `${x}.${property}`, rest);
}

/** `doc['f'].size()` of `doc['f'].value`. */
export function sizeOf(value: string): string {
  return value.replace(/\.value$/, '.size()');
}

/** The form for this many arguments: the one that requires the most; undefined when there are too few. */
export function painlessForm(forms: readonly PainlessForm[], count: number): PainlessForm | undefined {
  return forms.findLast((form) => neededArguments(form) <= count);
}

function neededArguments({ source, local }: PainlessForm): number {
  return local === undefined ? source.length : local.declare.length - 1;
}
