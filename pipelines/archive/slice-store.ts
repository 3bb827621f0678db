import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Fabric } from './fabric.ts'
import type { SliceResult, SliceSettings } from './slice.ts'
import type { SliceJob } from './slice-job.ts'

/** A folder of drawn slices, in a form that can be sent to a thread. */
export interface SliceStore {
  folder: string
  /** Hash of the code that draws: another version draws anew. */
  code: string
}

/** Bytes of slices that are stored beyond those that the last archive of their layer used. */
const UNUSED_BYTES_MAX = 2 ** 30
/** SHA-256 of the rest, at the start of a file. */
const SUM_BYTES = 32
/** Beginning of the names of files that are being written. */
const TEMPORARY = '.'

/** Hash of all that a slice's tiles depend on: its records, the request and the code. */
export function sliceName(
  { code }: SliceStore,
  { layer, keys, kind, maxZoom, maxTileBytes, labels }: SliceSettings,
  { file: _, region: { x, y }, ...request }: SliceJob,
  { bytes }: Fabric,
): string {
  const of = [code, layer, keys, kind, maxZoom, maxTileBytes, labels, x, y, request]
  return createHash('sha256').update(JSON.stringify(of)).update(bytes).digest('hex')
}

/** Finds a stored slice; null where there is none, and where its file is damaged. */
export function readSlice({ folder }: SliceStore, name: string): SliceResult | null {
  const path = join(folder, name)
  try {
    const file = readFileSync(path)
    const content = file.subarray(SUM_BYTES)
    if (!sumOf(content).equals(file.subarray(0, SUM_BYTES))) return null
    const now = new Date()
    utimesSync(path, now, now)
    return withOwnMemory(deserialize(content))
  } catch {
    return null
  }
}

/** Stores a slice, whole or not at all. */
export function writeSlice({ folder }: SliceStore, name: string, slice: SliceResult): void {
  const content = serialize(slice)
  mkdirSync(folder, { recursive: true })
  const temporary = join(folder, `${TEMPORARY}${name}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(temporary, Buffer.concat([sumOf(content), content]))
    renameSync(temporary, join(folder, name))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * Removes slices that were not used since a time, down to the bound, the oldest first; and what
 * killed writers left. Not while another process writes slices of the same layer.
 */
export function pruneSlices(folder: string, since: Date): void {
  if (!existsSync(folder)) return
  const unused = readdirSync(folder)
    .map((name) => ({ name, found: statSync(join(folder, name)) }))
    .filter(({ found }) => found.mtimeMs < since.getTime())
    .sort((a, b) => b.found.mtimeMs - a.found.mtimeMs)
  let bytes = 0
  for (const { name, found } of unused) {
    const isLeft = name.startsWith(TEMPORARY)
    if (!isLeft) bytes += found.size
    if (isLeft || bytes > UNUSED_BYTES_MAX) rmSync(join(folder, name), { force: true })
  }
}

/** Node's reader returns views of the file, and memory that is sent to a thread must be whole. */
function withOwnMemory({ zooms, parts, ...rest }: SliceResult): SliceResult {
  return {
    zooms: zooms.map(({ batch, ...drawn }) => ({
      ...drawn,
      batch: {
        zoom: batch.zoom,
        ids: batch.ids.slice(),
        lengths: batch.lengths.slice(),
        hashes: Uint8Array.from(batch.hashes),
        bytes: Uint8Array.from(batch.bytes),
      },
    })),
    parts: parts.map(({ x, y, bytes }) => ({ x, y, bytes: Uint8Array.from(bytes) })),
    ...rest,
  }
}

function sumOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
