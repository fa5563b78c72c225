import { createHash } from 'node:crypto';
import { crc32 } from '../common/index.ts';
import { CorruptFileError, type Directory, NoSuchFileError, readAtMost } from '../directory/index.ts';
import { type GraphShape, libraryM, nodeBytes } from './graph.ts';
import type { SpaceType } from './spaceTypes.ts';

/**
 * A graph on disk: the library's own file, and a header file that describes it and covers every byte with a
 * checksum. The library crashes the process on many damaged files, and returns wrong results for others, so
 * it never gets a file whose header, length and checksum have not been verified.
 */
export interface GraphFiles {
  readonly graph: string;
  readonly header: string;
}

/**
 * `_0_2011_v.hnsw` and its header. Field names are escaped: users choose them, and file systems may ignore
 * case.
 */
export function graphFiles(segmentName: string, field: string): GraphFiles {
  const escaped = Array.from(field, (char) => (/[a-z0-9_.-]/.test(char) ? char : escapeChar(char))).join('');
  const digest = (): string => createHash('sha256').update(field).digest('hex').slice(0, 16);
  const name = escaped.length <= 100 ? escaped : `${escaped.slice(0, 60)}~${digest()}`;
  const graph = `${segmentName}_2011_${name}.hnsw`;
  return { graph, header: `${graph}.header` };
}

/**
 * Whether a file belongs to a graph. A folder with nothing but graph files was deleted while a late build was
 * writing.
 */
export function isGraphFile(name: string): boolean {
  return /^_[a-z0-9]+_2011_.*\.hnsw(\.header)?(\.tmp)?$/.test(name);
}

function escapeChar(char: string): string {
  return Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
    '',
  );
}

const MAGIC = 0x48505247;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 64;
const SPACE_CODES = ['l2', 'ip', 'cosine'] as const;

export interface GraphHeader {
  /** Hash of segment, field and the shard copy's index, so that a renamed file is rejected. */
  readonly identity: number;
  readonly byteLength: number;
  readonly levelSum: number;
  readonly checksum: number;
  /** The vector of each node; `null` if nodes are numbered like vectors. */
  readonly labels: GraphLabels | null;
}

/**
 * labels[node] is the number of the node's vector, or NO_VECTOR if the vector is gone and the node is only
 * used for navigation.
 */
export type GraphLabels = Uint32Array;
export const NO_VECTOR = 0xffffffff;

export function identityOf(parts: readonly string[]): number {
  return crc32(new TextEncoder().encode(parts.join('\0')));
}

/**
 * Little-endian: magic, version, identity, space, dimension, m, efConstruction, count, levelSum, number of
 * labels (0 if none), length, CRCs of the graph, of the labels and of the header; then the labels.
 */
export function encodeHeader(shape: GraphShape, header: GraphHeader): Uint8Array {
  const labels = header.labels ?? new Uint32Array(0);
  const bytes = new Uint8Array(HEADER_BYTES + 4 * labels.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of shapeWords(shape, header.identity).entries()) view.setUint32(4 * i, word, true);
  view.setUint32(32, header.levelSum, true);
  view.setUint32(36, labels.length, true);
  view.setBigUint64(40, BigInt(header.byteLength), true);
  view.setUint32(48, header.checksum, true);
  labels.forEach((label, i) => {
    view.setUint32(HEADER_BYTES + 4 * i, label, true);
  });
  view.setUint32(52, crc32(bytes.subarray(HEADER_BYTES)), true);
  view.setUint32(HEADER_BYTES - 4, crc32(bytes.subarray(0, HEADER_BYTES - 4)), true);
  return bytes;
}

/** Throws CorruptFileError unless the header is intact. */
function headerView(file: string, bytes: Uint8Array): DataView {
  if (bytes.length < HEADER_BYTES) throw new CorruptFileError(file, 'wrong length');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(HEADER_BYTES - 4, true) !== crc32(bytes.subarray(0, HEADER_BYTES - 4))) {
    throw new CorruptFileError(file, 'wrong checksum');
  }
  if (bytes.length !== HEADER_BYTES + 4 * view.getUint32(36, true)) {
    throw new CorruptFileError(file, 'wrong length');
  }
  return view;
}

/** The build parameters in a header. Throws CorruptFileError unless it is intact. */
export function buildOf(
  file: string,
  bytes: Uint8Array,
): Pick<GraphShape, 'm' | 'efConstruction'> & { readonly hnswSpace: SpaceType['hnswSpace'] } {
  const view = headerView(file, bytes);
  const hnswSpace = SPACE_CODES[view.getUint32(12, true)] ?? null;
  return { hnswSpace, m: view.getUint32(20, true), efConstruction: view.getUint32(24, true) };
}

/** Throws CorruptFileError unless the header is intact and describes exactly this graph. */
export function decodeHeader(
  file: string,
  bytes: Uint8Array,
  shape: GraphShape,
  identity: number,
): GraphHeader {
  const view = headerView(file, bytes);
  const differs = shapeWords(shape, identity).some((word, i) => view.getUint32(4 * i, true) !== word);
  if (differs) throw new CorruptFileError(file, 'not the header of this graph');
  return {
    identity,
    levelSum: view.getUint32(32, true),
    byteLength: Number(view.getBigUint64(40, true)),
    checksum: view.getUint32(48, true),
    labels: readLabels(file, bytes, view, shape.count),
  };
}

/** Throws CorruptFileError unless every vector has exactly one node. */
function readLabels(file: string, bytes: Uint8Array, view: DataView, count: number): GraphLabels | null {
  const nodes = view.getUint32(36, true);
  if (nodes === 0) return null;
  if (view.getUint32(52, true) !== crc32(bytes.subarray(HEADER_BYTES))) {
    throw new CorruptFileError(file, 'wrong checksum');
  }
  const labels = new Uint32Array(nodes);
  const seen = new Uint8Array(count);
  let found = 0;
  for (let node = 0; node < nodes; node++) {
    const label = view.getUint32(HEADER_BYTES + 4 * node, true);
    labels[node] = label;
    if (label === NO_VECTOR) continue;
    if (label >= count || seen[label] === 1) throw new CorruptFileError(file, 'wrong label of a node');
    seen[label] = 1;
    found++;
  }
  if (found !== count) throw new CorruptFileError(file, 'a vector without a node');
  return labels;
}

function shapeWords(shape: GraphShape, identity: number): number[] {
  const space = SPACE_CODES.indexOf(shape.space.hnswSpace ?? 'l2');
  const { dimension, m, efConstruction, count } = shape;
  return [MAGIC, FORMAT_VERSION, identity, space, dimension, m, efConstruction, count];
}

const LIBRARY_HEADER_BYTES = 96;

/**
 * Checks the invariants of the library's file against the shape and returns the sum of levels of nodes with
 * vectors. Guards against writes that failed silently (full disk); damage is detected by the checksum.
 */
export function inspectLibraryFile(
  file: string,
  bytes: Uint8Array,
  shape: GraphShape,
  labels: GraphLabels | null = null,
): number {
  const fail = (what: string): never => {
    throw new CorruptFileError(file, what);
  };
  if (bytes.length < LIBRARY_HEADER_BYTES) fail('cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const m = libraryM(shape.m);
  const size = nodeBytes(shape);
  const nodes = labels?.length ?? shape.count;
  const expected = [0, nodes, nodes, size, size - 8, 4 * (2 * m + 1)];
  expected.forEach((value, i) => {
    if (view.getBigUint64(8 * i, true) !== BigInt(value)) fail(`wrong value in place ${i}`);
  });
  if (view.getUint32(52, true) >= nodes) fail('entry point out of range');
  [m, 2 * m, m].forEach((value, i) => {
    if (view.getBigUint64(56 + 8 * i, true) !== BigInt(value)) fail('wrong number of links');
  });
  const levelBytes = 4 * (m + 1);
  let position = LIBRARY_HEADER_BYTES + nodes * size;
  let levelSum = 0;
  for (let i = 0; i < nodes; i++) {
    if (position + 4 > bytes.length) fail('cut short');
    const linkBytes = view.getUint32(position, true);
    if (linkBytes % levelBytes !== 0) fail('wrong size of a link list');
    // A node ends with the library's label for it, of eight bytes.
    const label = view.getUint32(LIBRARY_HEADER_BYTES + (i + 1) * size - 8, true);
    if (label >= nodes) fail('label out of range');
    if (labels === null || labels[label] !== NO_VECTOR) levelSum += linkBytes / levelBytes;
    position += 4 + linkBytes;
  }
  if (position !== bytes.length) fail('wrong length');
  return levelSum;
}

/** The names used until a graph is verified. */
export function temporaryFiles(files: GraphFiles): GraphFiles {
  return { graph: `${files.graph}.tmp`, header: `${files.header}.tmp` };
}

/**
 * Verifies a new temporary graph, writes its header, makes both durable and renames them. Throws
 * CorruptFileError if the library wrote invalid data or nothing.
 */
export async function publishGraph(
  directory: Directory,
  files: GraphFiles,
  shape: GraphShape,
  identity: number,
  labels: GraphLabels | null = null,
): Promise<GraphHeader> {
  const temporary = temporaryFiles(files);
  const bytes = await directory.read(temporary.graph);
  const levelSum = inspectLibraryFile(temporary.graph, bytes, shape, labels);
  const { checksum, byteLength } = await checksumOf(directory, temporary.graph);
  if (byteLength !== bytes.length) throw new CorruptFileError(temporary.graph, 'changes while it is read');
  const header: GraphHeader = { identity, byteLength, levelSum, checksum, labels };
  const output = await directory.create(temporary.header);
  output.write(encodeHeader(shape, header));
  await output.close();
  await directory.sync([temporary.graph, temporary.header]);
  await directory.rename(temporary.graph, files.graph);
  await directory.rename(temporary.header, files.header);
  return header;
}

/**
 * Reads and verifies both files. Throws CorruptFileError or NoSuchFileError; otherwise the library can load
 * the graph.
 */
export async function verifyGraph(
  directory: Directory,
  files: GraphFiles,
  shape: GraphShape,
  identity: number,
): Promise<GraphHeader> {
  const header = decodeHeader(files.header, await readHeader(directory, files, shape.count), shape, identity);
  if ((await directory.sizeBytes(files.graph)) !== header.byteLength) {
    throw new CorruptFileError(files.graph, 'wrong length');
  }
  const { checksum, byteLength } = await checksumOf(directory, files.graph);
  if (byteLength !== header.byteLength) throw new CorruptFileError(files.graph, 'wrong length');
  if (checksum !== header.checksum) throw new CorruptFileError(files.graph, 'wrong checksum');
  return header;
}

/** The header file of a graph with `count` vectors. Throws NoSuchFileError, CorruptFileError. */
export function readHeader(directory: Directory, files: GraphFiles, count: number): Promise<Uint8Array> {
  return readAtMost(directory, files.header, HEADER_BYTES + 4 * mostNodes(count));
}

/** Maximum number of nodes in a graph of `count` vectors; with more deleted ones it is rebuilt. */
export function mostNodes(count: number): number {
  return count + (count >>> 4);
}

/** CRC32 and length, read in chunks so that large graphs do not block others. */
async function checksumOf(
  directory: Directory,
  file: string,
): Promise<{ readonly checksum: number; readonly byteLength: number }> {
  let checksum = 0;
  const byteLength = await directory.scan(file, (piece) => {
    checksum = crc32(piece, checksum);
  });
  return { checksum, byteLength };
}

/** Whether an error means that a graph's files are unusable and it must be rebuilt. */
export function isUnusableFile(error: unknown): boolean {
  return error instanceof CorruptFileError || error instanceof NoSuchFileError;
}
