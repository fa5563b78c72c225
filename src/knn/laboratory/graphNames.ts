/** The group name of an index's graphs (`null` for all). */
export function indexGroup(indexName: string | null): string {
  return indexName === null ? 'all' : `index:${indexName}`;
}

/** Numbers keys, and groups graphs that are removed together: of a segment, of a copy, of an index. */
export class GraphNames {
  readonly groups: number[][] = [];
  readonly #graphs = new Map<string, number>();
  readonly #groups = new Map<string, number>();

  get count(): number {
    return this.#graphs.size;
  }

  graph(key: string, indexName: string): number {
    const known = this.#graphs.get(key);
    if (known !== undefined) return known;
    const id = this.#graphs.size;
    this.#graphs.set(key, id);
    const [uuid, shard, segment] = key.split('/', 3);
    const names = [`${uuid}/${shard}/`, `${uuid}/${shard}/${segment}/`, indexGroup(indexName), 'all'];
    for (const name of names) this.groups[this.group(name)].push(id);
    return id;
  }

  group(name: string): number {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    this.#groups.set(name, this.groups.length);
    return this.groups.push([]) - 1;
  }
}
