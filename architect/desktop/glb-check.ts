import { type FileHandle, open } from 'node:fs/promises'
import type { GLTF } from '@gltf-transform/core'
import { BINARY_CHUNK, JSON_CHUNK, MAGIC } from '../bake/glb-file.ts'
import { checkGltf, GltfFault, READ_EXTENSIONS } from './gltf-check.ts'

type Fields = Record<string, unknown>

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** Bytes of the JSON of a file: that of a building of 1,513 nodes has 0.5 MB. */
const JSON_BYTES_MAX = 128 * 1024 * 1024

/**
 * The JSON of a GLB file, all of whose parts are there. Throws `GltfFault` where the file is
 * something else, cut or faulty.
 */
export async function readGlb(path: string): Promise<GLTF.IGLTF> {
  const file = await open(path)
  try {
    return await readOpenGlb(file)
  } finally {
    await file.close()
  }
}

async function readOpenGlb(file: FileHandle): Promise<GLTF.IGLTF> {
  const { size } = await file.stat()
  const head = await bytesAt(file, 0, HEADER_BYTES)
  if (head.length < HEADER_BYTES || head.readUInt32LE(0) !== MAGIC)
    throw new GltfFault(`is not a GLB file: it begins with ${firstOf(head)}`)
  const version = head.readUInt32LE(4)
  if (version !== 2) throw new GltfFault(`must be of GLB version 2, it has version ${version}`)
  const length = head.readUInt32LE(8)
  if (length !== size) throw new GltfFault(`states ${length} bytes and has ${size}: it was cut`)
  const json = await chunkAt(file, HEADER_BYTES, size)
  if (json?.type !== JSON_CHUNK) throw new GltfFault('does not begin with its JSON')
  if (json.length > JSON_BYTES_MAX)
    throw new GltfFault(`has ${json.length} bytes of JSON, more than ${JSON_BYTES_MAX}`)
  const binary = await chunkAt(file, json.end, size)
  const gltf = parseJson(await bytesAt(file, json.start, json.length))
  checkGltf(gltf, binary?.type === BINARY_CHUNK ? binary.length : 0)
  return gltf as GLTF.IGLTF
}

interface Chunk {
  type: number
  start: number
  length: number
  end: number
}

/** The chunk at a place of the file; null at its end. */
async function chunkAt(file: FileHandle, place: number, size: number): Promise<Chunk | null> {
  if (place === size) return null
  const head = await bytesAt(file, place, CHUNK_HEADER_BYTES)
  if (head.length < CHUNK_HEADER_BYTES) throw new GltfFault('ends within the head of a part')
  const start = place + CHUNK_HEADER_BYTES
  const length = head.readUInt32LE(0)
  const end = start + length
  if (end > size) throw new GltfFault(`has a part of ${length} bytes past its end`)
  return { type: head.readUInt32LE(4), start, length, end }
}

async function bytesAt(file: FileHandle, place: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, place)
  return bytes.subarray(0, bytesRead)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new GltfFault(`has faulty JSON: ${(error as Error).message}`)
  }
}

/** The first bytes for a message: as text where they are visible ASCII. */
function firstOf(bytes: Buffer): string {
  const first = bytes.subarray(0, 4)
  if (first.length === 0) return 'nothing'
  const text = first.toString('latin1')
  return /^[\x20-\x7e]+$/.test(text) ? JSON.stringify(text) : first.toString('hex')
}

/** Why a whole GLB file cannot become a building in another program; null where it can. */
export function buildingProblem(gltf: GLTF.IGLTF): string | null {
  const unread = (gltf.extensionsRequired ?? []).filter((name) => !READ_EXTENSIONS.includes(name))
  if (unread.length > 0)
    return `The file requires ${unread.join(', ')}, which is not read. Send the portable GLB.`
  const { meshes = [], nodes = [] } = gltf
  const named = nodes
    .map(({ extras }) => (extras ?? {}) as Fields)
    .filter((each) => 'svcId' in each)
  if (named.length === 0)
    return 'The file was not exported from Plat: no node has an svcId. Import it as any glTF.'
  const seen = new Set<unknown>()
  for (const { svcId, kind, label, polygon } of named) {
    if (![svcId, kind, label].every((each) => typeof each === 'string'))
      return `The node ${JSON.stringify(svcId)} has no text as svcId, kind and label.`
    if (seen.has(svcId)) return `The file has the svcId ${svcId} twice.`
    seen.add(svcId)
    if (kind === 'zone' && !isPolygon(polygon))
      return `The room ${svcId} has no polygon of three corners and more.`
  }
  const isDrawn = nodes.some(({ mesh }) => mesh !== undefined && meshes[mesh].primitives.length > 0)
  return isDrawn ? null : 'The file has nothing to draw: no node has a mesh.'
}

/** True for corners `[x, z]`. */
const isPolygon = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 3 &&
  value.every(
    (corner) =>
      Array.isArray(corner) &&
      corner.length === 2 &&
      corner.every((each) => typeof each === 'number'),
  )
