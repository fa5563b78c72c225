/** The Painless AST: frozen, tagged nodes with the offset used in error responses. */

export interface At {
  readonly offset: number;
}

export type AssignOperator =
  | '='
  | '+='
  | '-='
  | '*='
  | '/='
  | '%='
  | '&='
  | '|='
  | '^='
  | '<<='
  | '>>='
  | '>>>=';
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '=~'
  | '==~'
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '>>>';

export type NumberType = 'int' | 'long' | 'float' | 'double';

export type Expression =
  | ({ readonly kind: 'null' } & At)
  | ({ readonly kind: 'boolean'; readonly value: boolean } & At)
  /** `text` excludes the type suffix: `5`, `0x1f`, `1.5`. */
  | ({ readonly kind: 'number'; readonly text: string; readonly type: NumberType } & At)
  | ({ readonly kind: 'string'; readonly value: string } & At)
  | ({ readonly kind: 'regex'; readonly pattern: string; readonly flags: string } & At)
  /** `Integer::parseInt`, `this::f`, `ArrayList::new`. */
  | ({ readonly kind: 'reference'; readonly owner: Expression; readonly name: string } & At)
  | ({ readonly kind: 'list'; readonly items: readonly Expression[] } & At)
  | ({ readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] } & At)
  | ({ readonly kind: 'name'; readonly name: string } & At)
  | ({
      readonly kind: 'member';
      readonly target: Expression;
      readonly name: string;
      readonly nullSafe: boolean;
    } & At)
  | ({ readonly kind: 'index'; readonly target: Expression; readonly index: Expression } & At)
  | ({
      readonly kind: 'call';
      readonly target: Expression | null;
      readonly name: string;
      readonly args: readonly Expression[];
      readonly nullSafe: boolean;
    } & At)
  | ({ readonly kind: 'new'; readonly type: string; readonly args: readonly Expression[] } & At)
  | ({
      readonly kind: 'newArray';
      /** The type of the array: `int[][]`. */
      readonly type: string;
      readonly items: readonly Expression[] | null;
      readonly sizes: readonly Expression[];
    } & At)
  | ({ readonly kind: 'unary'; readonly operator: '!' | '-' | '+' | '~'; readonly operand: Expression } & At)
  | ({
      readonly kind: 'step';
      readonly target: Expression;
      readonly by: 1 | -1;
      readonly prefix: boolean;
    } & At)
  | ({
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    } & At)
  | ({ readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression } & At)
  | ({
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    } & At)
  | ({ readonly kind: 'elvis'; readonly left: Expression; readonly right: Expression } & At)
  | ({ readonly kind: 'instanceof'; readonly operand: Expression; readonly type: string } & At)
  | ({ readonly kind: 'cast'; readonly type: string; readonly operand: Expression } & At)
  | ({
      readonly kind: 'assign';
      readonly operator: AssignOperator;
      readonly target: Expression;
      readonly value: Expression;
    } & At)
  | ({
      readonly kind: 'lambda';
      /** `null` to take the type from the interface. */
      readonly parameters: readonly { readonly type: string | null; readonly name: string }[];
      readonly body: Expression | Statement;
    } & At);

export type Statement =
  | ({ readonly kind: 'expression'; readonly expression: Expression } & At)
  | ({
      readonly kind: 'declare';
      readonly type: string;
      readonly variables: readonly ({ readonly name: string; readonly value: Expression | null } & At)[];
    } & At)
  | ({ readonly kind: 'block'; readonly body: readonly Statement[] } & At)
  | ({
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | null;
    } & At)
  | ({
      readonly kind: 'while';
      readonly condition: Expression;
      readonly body: Statement;
      readonly testFirst: boolean;
    } & At)
  | ({
      readonly kind: 'for';
      readonly init: Statement | null;
      readonly condition: Expression | null;
      readonly update: Expression | null;
      readonly body: Statement;
    } & At)
  | ({
      readonly kind: 'forEach';
      readonly type: string;
      readonly variable: string;
      readonly iterable: Expression;
      readonly body: Statement;
    } & At)
  | ({ readonly kind: 'return'; readonly value: Expression | null } & At)
  | ({ readonly kind: 'break' | 'continue' } & At)
  | ({ readonly kind: 'throw'; readonly value: Expression } & At)
  | ({
      readonly kind: 'try';
      readonly body: Statement;
      readonly catches: readonly { readonly type: string; readonly name: string; readonly body: Statement }[];
    } & At);

/** A function declared at the start of a script. */
export interface FunctionNode extends At {
  readonly type: string;
  readonly name: string;
  readonly parameters: readonly { readonly type: string; readonly name: string }[];
  readonly body: readonly Statement[];
}

export interface Program {
  readonly functions: readonly FunctionNode[];
  readonly body: readonly Statement[];
  readonly source: string;
}
