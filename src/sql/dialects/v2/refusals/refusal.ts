/** What a rule may look at beside the node. */
export interface Place {
  /** The statement's text. */
  readonly sql: string;
  /** In the select list, not in one of the clauses behind it. */
  readonly isSelected: boolean;
}

/** Something that the original's V2 grammar does not take: the statement goes to its legacy engine. */
export interface Refusal<Node> {
  readonly name: string;
  /** A statement in which it is the first thing that V2 stumbles over. */
  readonly example: string;
  detects(node: Node, place: Place): boolean;
}

/** The name of the first that the node is refused for; null: none. */
export function refusalIn<Node>(table: readonly Refusal<Node>[], node: Node, place: Place): string | null {
  return table.find(({ detects }) => detects(node, place))?.name ?? null;
}
