import type { Span } from './nodes.ts';

/** A part of a statement that the analyzer never read. */
export interface UnreadPart {
  /**
   * The path from the root, each step a node's kind and member: `select.where`, `in.query`, `select.limit`.
   */
  readonly path: readonly string[];
  /** The place of the part, or of the smallest node around it. */
  readonly place: Span | null;
  /** A node of the original tree, several nodes, or a value. */
  readonly part: unknown;
}

export interface WatchedTree<Tree extends object> {
  /** The view to read instead of the tree itself. */
  readonly tree: Tree;
  /** The largest parts of which nothing significant was read. */
  unread(): readonly UnreadPart[];
}

type Members = Readonly<Record<string, unknown>>;

/** Members that describe position or notation rather than meaning; they need not be read. */
const FORM: ReadonlySet<string> = new Set([
  'kind',
  'span',
  'text',
  'quoted',
  'saysInner',
  'byWords',
  'reading',
  'unqualified',
]);

/** Literal types whose value is stored as a string but means something else. */
const TYPED_TEXTS: ReadonlySet<unknown> = new Set(['date', 'time', 'timestamp']);

interface Watched {
  readonly watch: Watch;
  readonly node: Members;
  /** Members read on the node or on a node derived from it. */
  readonly members: Members;
}

/** The key under which a view returns its underlying node. */
const WATCHED = Symbol('watched');

function watchedOf(value: object): Watched | undefined {
  return Reflect.get(value, WATCHED);
}

/** Tracks which parts of a frozen tree are read. Cheap, since views are only created for what is read. */
export function watchTree<Tree extends object>(tree: Tree): WatchedTree<Tree> {
  const watch = new Watch();
  return { tree: watch.view(tree) as Tree, unread: () => watch.unread(tree as Members) };
}

/**
 * A copy of a node with changed members. In a watched tree copying does not count as reading, and reading the
 * copy counts as reading the original node.
 */
export function derive<Node extends object>(node: Node, changes: Partial<Node>): Node {
  const watched = watchedOf(node);
  if (watched === undefined) return Object.freeze({ ...node, ...changes });
  const { watch, node: original, members } = watched;
  return watch.viewOf(original, { ...members, ...changes }) as Node;
}

/** The node as parsed. Reading from it is not tracked. */
export function unwatched<Node extends object>(node: Node): Node {
  return (watchedOf(node)?.node ?? node) as Node;
}

/** Equal for trees that differ only in positions. */
export function treeKey(node: object): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (FORM.has(name) && name !== 'kind') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });
}

/**
 * A copy of the tree with nodes replaced; when `change` returns null, the node's children are visited.
 * Nothing counts as read.
 */
export function mapTree<Node extends object>(node: Node, change: (node: object) => object | null): Node {
  const changed = change(node);
  if (changed !== null) return changed as Node;
  if (isLiteral(node)) return node;
  const watched = watchedOf(node);
  const members = watched?.members ?? (node as Members);
  const mapped = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return Object.freeze(value.map(mapped));
    return mapTree((watched?.watch.view(value) ?? value) as object, change);
  };
  const changes = Object.entries(members).map(([name, value]) => [name, mapped(value)] as const);
  return derive(node, Object.fromEntries(changes) as Partial<Node>);
}

interface Seen {
  readonly read: Set<string>;
  view: object | null;
}

class Watch {
  readonly #seen = new Map<object, Seen>();

  view(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || watchedOf(value) !== undefined) return value;
    if (Array.isArray(value)) return this.#viewOfList(value);
    const seen = this.#seenOf(value);
    seen.view ??= this.viewOf(value as Members, isLiteral(value) ? (value as Members) : { ...value });
    return seen.view;
  }

  /**
   * Members of literals stay getters: reading the value of a literal with a slot pins the plan to it, and
   * copying must not.
   */
  viewOf(node: Members, members: Members): object {
    const { read } = this.#seenOf(node);
    const watched = { watch: this, node, members };
    const isLeaf = isLiteral(node);
    return new Proxy(members, {
      get: (_members, name) => {
        if (typeof name === 'symbol') return name === WATCHED ? watched : Reflect.get(members, name);
        const member = members[name];
        if (name === 'span') return member;
        read.add(name);
        if (isLeaf || typeof member !== 'object' || member === null) return member;
        const view = this.view(member);
        if (view !== member) Reflect.set(members, name, view);
        return view;
      },
      set: () => false,
    });
  }

  /** Lists of views, and lists without nodes, need no view of their own. */
  #viewOfList(list: readonly unknown[]): readonly unknown[] {
    const views = list.map((item) => this.view(item));
    return views.every((view, i) => view === list[i]) ? list : Object.freeze(views);
  }

  #seenOf(node: object): Seen {
    const known = this.#seen.get(node);
    if (known !== undefined) return known;
    const seen = { read: new Set<string>(), view: null };
    this.#seen.set(node, seen);
    return seen;
  }

  unread(root: Members): readonly UnreadPart[] {
    const found: UnreadPart[] = [];
    this.#collect(root, null, found);
    return found;
  }

  #collect(node: Members, way: Way | null, found: UnreadPart[]): void {
    const read = this.#seen.get(node)?.read ?? NONE;
    const unread: string[] = [];
    let isUnread = true;
    for (const name in node) {
      if (FORM.has(name) || !counts(node, name)) continue;
      const isRead = read.has(name) || (isNull(node) && read.has('type'));
      if (isRead || (name === 'value' && isHandedOn(node, read))) isUnread = false;
      else unread.push(name);
    }
    if (isUnread && (unread.length > 0 || read.size === 0)) {
      found.push(partOf(node, way));
      return;
    }
    for (const name of unread)
      found.push(partOf(isLiteral(node) ? node : node[name], { node, name, up: way }));
    if (isLiteral(node)) return;
    for (const name of read) {
      const member = node[name];
      if (typeof member !== 'object' || member === null || FORM.has(name)) continue;
      for (const child of nodesIn(member)) this.#collect(child, { node, name, up: way }, found);
    }
  }
}

/** How a node was reached. */
interface Way {
  readonly node: Members;
  readonly name: string;
  readonly up: Way | null;
}

function partOf(part: unknown, way: Way | null): UnreadPart {
  const path: string[] = [];
  let place = placeIn(part);
  for (let at = way; at !== null; at = at.up) {
    path.unshift(stepOf(at.node, at.name));
    place ??= placeIn(at.node);
  }
  return { path, place, part };
}

const NONE: ReadonlySet<string> = new Set();

function stepOf({ kind }: Members, name: string): string {
  return typeof kind === 'string' ? `${kind}.${name}` : name;
}

/**
 * Whether a member carries information: not when it is a default for something not written, or repeats
 * another member.
 */
function counts(node: Members, name: string): boolean {
  if (isLiteral(node)) return name === 'value' || (name === 'type' && TYPED_TEXTS.has(node.type));
  const member = node[name];
  if (Array.isArray(member)) return member.length > 0;
  return member !== null && member !== false && (name !== 'offset' || member !== 0);
}

function isLiteral(node: object): boolean {
  return 'kind' in node && node.kind === 'literal';
}

/** For NULL the type already determines the value. */
function isNull({ kind, type }: Members): boolean {
  return kind === 'literal' && type === 'null';
}

/** Whether only the slot of a literal was read: then its value is passed on and will be used there. */
function isHandedOn(node: Members, read: ReadonlySet<string>): boolean {
  return node.slot !== undefined && read.has('slot');
}

function nodesIn(value: unknown): readonly Members[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is Members => typeof item === 'object' && item !== null);
}

function spanOf({ span }: Members): Span | null {
  return span === undefined ? null : (span as Span);
}

/** The span from the first position within a value to the last. */
function placeIn(value: unknown): Span | null {
  const spans = nodesIn(value).flatMap((node) => spanOf(node) ?? Object.values(node).flatMap(placeIn) ?? []);
  const known = spans.filter((span): span is Span => span !== null);
  if (known.length === 0) return null;
  return {
    start: Math.min(...known.map(({ start }) => start)),
    end: Math.max(...known.map(({ end }) => end)),
  };
}
