/** One form of a function as the legacy engine's Painless; forms differ in how many arguments they take. */
export interface PainlessForm {
  /** The variable's name before `_n`. */
  readonly variable: string;
  /** `value`: that of the second argument. */
  readonly type: 'number' | 'string' | 'value';
  /** The value's source from the sources of the arguments, behind the name of `local` where there is one. */
  readonly source: (...args: string[]) => string;
  /** A variable of its own that the value needs first. */
  readonly local?: { readonly name: string; readonly declare: (local: string, ...args: string[]) => string };
  /** The original has no script for it. */
  readonly beyond?: boolean;
  /** Answers for a missing value itself. */
  readonly readsMissing?: boolean;
  /** The first argument is a condition. */
  readonly tests?: boolean;
}

/** Short forms of the tables: the `painless` member of a row. */
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

/** The form for so many arguments: the one that needs the most of them; undefined when there are too few. */
export function painlessForm(forms: readonly PainlessForm[], count: number): PainlessForm | undefined {
  return forms.findLast((form) => neededArguments(form) <= count);
}

function neededArguments({ source, local }: PainlessForm): number {
  return local === undefined ? source.length : local.declare.length - 1;
}
