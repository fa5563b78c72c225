import type { Span } from './nodes.ts';

/** A part of a statement that nobody has read. */
export interface UnreadPart {
  /** From the statement down, each step the kind of a node and its members: `select.where`, `in.query`, `select.limit`. */
  readonly path: readonly string[];
  /** Of the part, or of the smallest node around it. */
  readonly place: Span | null;
  /** A node of the plain tree, several, or a value. */
  readonly part: unknown;
}

export interface WatchedTree<Tree extends object> {
  /** The tree, to be read in place of the one that is watched. */
  readonly tree: Tree;
  /** The largest parts of which nothing that counts was read, in their order. */
  unread(): readonly UnreadPart[];
}

type Members = Readonly<Record<string, unknown>>;

/** Members that say where or in which form something is written, not what: nobody has to read them. */
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

/** Literals whose values are texts, and which mean another thing than these texts. */
const TYPED_TEXTS: ReadonlySet<unknown> = new Set(['date', 'time', 'timestamp']);

interface Watched {
  readonly watch: Watch;
  readonly node: Members;
  /** Those of the node, or of a node derived from it. */
  readonly members: Members;
}

const views = new WeakMap<object, Watched>();

/** Looks on while a frozen tree is read. Cheap: only what is read gets a view. */
export function watchTree<Tree extends object>(tree: Tree): WatchedTree<Tree> {
  const watch = new Watch();
  return { tree: watch.view(tree) as Tree, unread: () => watch.unread(tree as Members) };
}

/**
 * A node with other members. In a tree that is watched, copying a node is not reading it: what is read of the copy
 * counts as read of the node.
 */
export function derive<Node extends object>(node: Node, changes: Partial<Node>): Node {
  const watched = views.get(node);
  if (watched === undefined) return Object.freeze({ ...node, ...changes });
  const { watch, node: original, members } = watched;
  return watch.viewOf(original, { ...members, ...changes }) as Node;
}

/** The same for trees that differ in nothing but their places. */
export function treeKey(node: object): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (FORM.has(name) && name !== 'kind') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });
}

/** A tree with nodes in the place of others; `change` answers null where the nodes below are asked. Nothing counts as read. */
export function mapTree<Node extends object>(node: Node, change: (node: object) => object | null): Node {
  const changed = change(node);
  if (changed !== null) return changed as Node;
  if (isLiteral(node)) return node;
  const watched = views.get(node);
  const members = watched?.members ?? (node as Members);
  const mapped = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return Object.freeze(value.map(mapped));
    return mapTree((watched?.watch.view(value) ?? value) as object, change);
  };
  const changes = Object.entries(members).map(([name, value]) => [name, mapped(value)] as const);
  return derive(node, Object.fromEntries(changes) as Partial<Node>);
}

class Watch {
  readonly #views = new Map<object, object>();
  readonly #read = new Map<object, Set<string>>();

  view(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || views.has(value)) return value;
    const known = this.#views.get(value);
    if (known !== undefined) return known;
    const view = Array.isArray(value)
      ? Object.freeze(value.map((item) => this.view(item)))
      : this.viewOf(value as Members, isLiteral(value) ? deferred(value as Members) : { ...value });
    this.#views.set(value, view);
    this.#views.set(view, view);
    return view;
  }

  viewOf(node: Members, members: Members): object {
    const read = this.#readOf(node);
    const view = new Proxy(members, {
      get: (_members, name) => {
        if (typeof name !== 'string') return Reflect.get(members, name);
        read.add(name);
        return this.view(members[name]);
      },
      set: () => false,
    });
    views.set(view, { watch: this, node, members });
    return view;
  }

  unread(root: Members): readonly UnreadPart[] {
    const found: UnreadPart[] = [];
    this.#collect(root, [], null, found);
    return found;
  }

  #readOf(node: object): Set<string> {
    const known = this.#read.get(node) ?? new Set();
    this.#read.set(node, known);
    return known;
  }

  #collect(node: Members, path: readonly string[], around: Span | null, found: UnreadPart[]): void {
    const read = this.#read.get(node) ?? NONE;
    const place = spanOf(node) ?? placeIn(node) ?? around;
    const names = Object.keys(node).filter((name) => !FORM.has(name) && counts(node, name));
    const isRead = (name: string): boolean =>
      read.has(name) || (isNull(node) && read.has('type')) || (name === 'value' && isHandedOn(node, read));
    const isUnread = names.length === 0 ? read.size === 0 : !names.some(isRead);
    if (isUnread) {
      found.push({ path, place, part: node });
      return;
    }
    for (const name of names) {
      const step = [...path, stepOf(node, name)];
      const part = isLiteral(node) ? node : node[name];
      if (!isRead(name)) found.push({ path: step, place: placeIn(part) ?? place, part });
      else if (part !== node) for (const child of nodesIn(part)) this.#collect(child, step, place, found);
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

function stepOf({ kind }: Members, name: string): string {
  return typeof kind === 'string' ? `${kind}.${name}` : name;
}

/** Whether a member says something: what stands where nothing was written does not, nor what another member says too. */
function counts(node: Members, name: string): boolean {
  if (isLiteral(node)) return name === 'value' || (name === 'type' && TYPED_TEXTS.has(node.type));
  const member = node[name];
  if (Array.isArray(member)) return member.length > 0;
  return member !== null && member !== false && (name !== 'offset' || member !== 0);
}

function isLiteral(node: object): boolean {
  return 'kind' in node && node.kind === 'literal';
}

/** NULL: its type says the same as its value. */
function isNull({ kind, type }: Members): boolean {
  return kind === 'literal' && type === 'null';
}

/** A literal whose place in the plan was read: the value goes there, and whoever looks at it asks for it. */
function isHandedOn(node: Members, read: ReadonlySet<string>): boolean {
  return node.slot !== undefined && read.has('slot');
}

/** The members, each of which is asked for only when it is read: whoever made the node may want to know. */
function deferred(node: Members): Members {
  const members = Object.keys(node).map((name) => {
    return [name, { get: () => node[name], enumerable: true, configurable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(members)) as Members;
}

function nodesIn(value: unknown): readonly Members[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is Members => typeof item === 'object' && item !== null);
}

function spanOf({ span }: Members): Span | null {
  return span === undefined ? null : (span as Span);
}

/** From the first place in something to the last. */
function placeIn(value: unknown): Span | null {
  const spans = nodesIn(value).flatMap((node) => spanOf(node) ?? Object.values(node).flatMap(placeIn) ?? []);
  const known = spans.filter((span): span is Span => span !== null);
  if (known.length === 0) return null;
  return {
    start: Math.min(...known.map(({ start }) => start)),
    end: Math.max(...known.map(({ end }) => end)),
  };
}
