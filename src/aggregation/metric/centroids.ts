/** Centroids per block: few enough that moving and summing them is cheap. */
const BLOCK = 64;

class Block {
  readonly means = new Float64Array(BLOCK);
  readonly counts = new Float64Array(BLOCK);
  size = 0;
  /** The sum of its counts. */
  total = 0;

  insert(at: number, mean: number, count: number): void {
    this.means.copyWithin(at + 1, at, this.size);
    this.counts.copyWithin(at + 1, at, this.size);
    this.means[at] = mean;
    this.counts[at] = count;
    this.size++;
    this.total += count;
  }

  remove(at: number): void {
    this.total -= this.counts[at];
    this.means.copyWithin(at, at + 1, this.size);
    this.counts.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  /** Moves its upper half to a new block. */
  split(): Block {
    const half = BLOCK / 2;
    const upper = new Block();
    upper.means.set(this.means.subarray(half));
    upper.counts.set(this.counts.subarray(half));
    upper.size = BLOCK - half;
    for (let i = 0; i < upper.size; i++) upper.total += upper.counts[i];
    this.size = half;
    this.total -= upper.total;
    return upper;
  }
}

/**
 * Centroids in ascending order of means, in blocks: an insertion only shifts the centroids of one block, and
 * a Fenwick tree over the blocks yields the count before a centroid in logarithmic time.
 */
export class Centroids {
  #blocks: Block[] = [];
  /** A Fenwick tree of the blocks' totals. */
  #sums: Float64Array = new Float64Array(1);
  #size = 0;
  /** Position of the cursor. */
  #block = 0;
  #index = 0;

  get size(): number {
    return this.#size;
  }

  /** The mean under the cursor. */
  get mean(): number {
    return this.#blocks[this.#block].means[this.#index];
  }

  /** The count under the cursor. */
  get count(): number {
    return this.#blocks[this.#block].counts[this.#index];
  }

  /** Moves the cursor to the first centroid; false if there is none. */
  first(): boolean {
    this.#block = 0;
    this.#index = 0;
    return this.#size > 0;
  }

  /** Advances the cursor; returns false, without moving, at the end. */
  next(): boolean {
    if (this.#index + 1 < this.#blocks[this.#block].size) this.#index++;
    else if (this.#block + 1 < this.#blocks.length) {
      this.#block++;
      this.#index = 0;
    } else return false;
    return true;
  }

  /**
   * Moves the cursor to a nearest centroid: the last one below `value`, or the first above. There must be at
   * least one.
   */
  seekNearest(value: number): void {
    this.#seekCeiling(value);
    const last = this.#blocks.length - 1;
    const isPastEnd = this.#block > last;
    if (this.#block === 0 && this.#index === 0) return;
    const above = isPastEnd ? Number.POSITIVE_INFINITY : this.mean - value;
    this.#back();
    if (above < value - this.mean) this.next();
  }

  /** Moves the cursor to a random one of the centroids with an existing mean. */
  seekAmongEqual(mean: number, random: () => number): void {
    this.#seekCeiling(mean);
    const [firstBlock, firstIndex] = [this.#block, this.#index];
    const lastBlock = this.#lastBlock(mean);
    this.#block = firstBlock + Math.floor(random() * (lastBlock - firstBlock + 1));
    const { means, size } = this.#blocks[this.#block];
    const from = this.#block === firstBlock ? firstIndex : 0;
    const to = this.#block === lastBlock ? upperBound(means, size, mean) : size;
    this.#index = from + Math.floor(random() * (to - from));
  }

  /** The total count before the cursor. */
  countBefore(): number {
    let sum = 0;
    for (let i = this.#block; i > 0; i -= i & -i) sum += this.#sums[i];
    const { counts } = this.#blocks[this.#block];
    for (let i = 0; i < this.#index; i++) sum += counts[i];
    return sum;
  }

  /** The cursor position, valid while nothing is added. */
  mark(): number {
    return this.#block * BLOCK + this.#index;
  }

  goTo(mark: number): void {
    this.#block = Math.floor(mark / BLOCK);
    this.#index = mark % BLOCK;
  }

  /**
   * Changes mean and count of the centroid under the cursor. If it moves, it comes after those with an equal
   * mean.
   */
  update(mean: number, count: number): void {
    const block = this.#blocks[this.#block];
    const at = this.#index;
    const isAfter = at > 0 ? block.means[at - 1] <= mean : this.#block === 0;
    const isBefore =
      at + 1 < block.size ? mean < block.means[at + 1] : this.#block === this.#blocks.length - 1;
    if (isAfter && isBefore) {
      this.#addTotal(this.#block, count - block.counts[at]);
      block.means[at] = mean;
      block.counts[at] = count;
      return;
    }
    this.#remove();
    this.insert(mean, count);
  }

  /** Adds a centroid, after those with the same mean. */
  insert(mean: number, count: number): void {
    const at = this.#blockFor(mean);
    const block = this.#blocks[at];
    block.insert(upperBound(block.means, block.size, mean), mean, count);
    block.total -= count;
    this.#addTotal(at, count);
    this.#size++;
  }

  #addTotal(at: number, count: number): void {
    this.#blocks[at].total += count;
    for (let i = at + 1; i < this.#sums.length; i += i & -i) this.#sums[i] += count;
  }

  #remove(): void {
    const block = this.#blocks[this.#block];
    const count = block.counts[this.#index];
    block.remove(this.#index);
    block.total += count;
    this.#addTotal(this.#block, -count);
    this.#size--;
    if (block.size > 0) return;
    this.#blocks.splice(this.#block, 1);
    this.#sumUp();
  }

  /** The last block that starts at or below a mean. */
  #lastBlock(mean: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[middle].means[0] <= mean) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The block for a centroid with this mean, with free space. */
  #blockFor(mean: number): number {
    const blocks = this.#blocks;
    const at = this.#lastBlock(mean);
    if (blocks.length > 0 && blocks[at].size < BLOCK) return at;
    const isAtEnd = blocks.length === 0 || (at === blocks.length - 1 && blocks[at].means[BLOCK - 1] <= mean);
    // Ascending values fill blocks completely.
    if (isAtEnd) blocks.push(new Block());
    else blocks.splice(at + 1, 0, blocks[at].split());
    this.#sumUp();
    return isAtEnd ? blocks.length - 1 : blocks[at + 1].means[0] <= mean ? at + 1 : at;
  }

  /** Rebuilds the tree of sums. */
  #sumUp(): void {
    const { length } = this.#blocks;
    if (this.#sums.length !== length + 1) this.#sums = new Float64Array(length + 1);
    const sums = this.#sums.fill(0);
    for (let i = 1; i <= length; i++) {
      sums[i] += this.#blocks[i - 1].total;
      const parent = i + (i & -i);
      if (parent <= length) sums[parent] += sums[i];
    }
  }

  /** Moves the cursor to the first centroid not below `value`, or past the last one. */
  #seekCeiling(value: number): void {
    const blocks = this.#blocks;
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blocks[middle].means[blocks[middle].size - 1] < value) low = middle + 1;
      else high = middle;
    }
    this.#block = low;
    this.#index = low === blocks.length ? 0 : lowerBound(blocks[low].means, blocks[low].size, value);
  }

  #back(): void {
    if (this.#index > 0) this.#index--;
    else {
      this.#block--;
      this.#index = this.#blocks[this.#block].size - 1;
    }
  }
}

/** The index of the first of ascending values that is not below `value`. */
function lowerBound(values: Float64Array, size: number, value: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of ascending values that is above `value`. */
function upperBound(values: Float64Array, size: number, value: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
