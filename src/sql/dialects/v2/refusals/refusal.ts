/** What a rule may inspect besides the node. */
export interface Place {
  /** The statement's text. */
  readonly sql: string;
  /** Whether the node is in the select list rather than in a later clause. */
  readonly isSelected: boolean;
}

/** Syntax that the original's V2 grammar lacks: it sends the statement to its legacy engine. */
export interface Refusal<Node> {
  readonly name: string;
  /** A statement in which this is the first syntax that V2 rejects. */
  readonly example: string;
  detects(node: Node, place: Place): boolean;
}

/** The name of the first rule that refuses the node; null if none does. */
export function refusalIn<Node>(table: readonly Refusal<Node>[], node: Node, place: Place): string | null {
  return table.find(({ detects }) => detects(node, place))?.name ?? null;
}
