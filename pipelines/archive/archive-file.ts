import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Box } from '../../geometry/polygons.ts'
import { HEADER_BYTES, packHeader } from './archive-header.ts'
import type { ArchiveLedger, ZoomLedger } from './archive-ledger.ts'
import { pack, packDirectories } from './directory.ts'
import { type TileStore, writeWhole } from './tile-store.ts'

/** Bytes of tiles that are written at a time. */
const WRITE_BYTES = 1 << 20

/** Key of the metadata that names the layer of points for labels. */
export const LABELS_KEY = 'plat:labels'

/** Metadata that the tiles themselves do not hold. */
export interface ArchiveMetadata {
  name: string
  description: string
  attribution: string
  vintage?: string
}

/** The layer of points for labels. */
export interface DeclaredLabels {
  layer: string
  minZoom: number
  fields: Record<string, string>
}

/** Input of an archive. */
export interface ArchiveContents {
  store: TileStore
  layer: string
  fields: Record<string, string>
  labels: DeclaredLabels | null
  metadata: ArchiveMetadata
  ledger: Omit<ArchiveLedger, 'totals'> & { features: number }
  /** Box of all features, in 1e-7 degree. */
  bounds: Box
}

/**
 * Assembles the archive: header, root directory, metadata, leaf directories, tiles in the order of
 * their ids. Written to a temporary name, synced, then renamed, so `file` is whole or absent.
 */
export function writeArchiveFile(
  temporary: string,
  file: string,
  contents: ArchiveContents,
): ArchiveLedger {
  const { store, bounds } = contents
  // The directory precedes the tiles in the file, so the tiles are visited twice.
  const { entries, tiles, contents: distinct, bytes } = store.assemble(() => {})
  const { root, leaves } = packDirectories(entries)
  const { features, ...rest } = contents.ledger
  const ledger = { ...rest, totals: { features, tiles, contents: distinct, bytes } }
  const metadata = packMetadata(contents, ledger)
  const leavesLength = leaves.reduce((sum, leaf) => sum + leaf.length, 0)
  const metadataOffset = HEADER_BYTES + root.length
  const leavesOffset = metadataOffset + metadata.length
  const drawn = drawnZooms(ledger.zooms)
  const header = packHeader({
    rootOffset: HEADER_BYTES,
    rootLength: root.length,
    metadataOffset,
    metadataLength: metadata.length,
    leavesOffset,
    leavesLength,
    dataOffset: leavesOffset + leavesLength,
    dataLength: bytes,
    addressedTiles: tiles,
    entries: entries.length,
    contents: distinct,
    minZoom: drawn[0],
    maxZoom: drawn[drawn.length - 1],
    bounds,
    centerZoom: centerZoom(bounds, drawn[0], drawn[drawn.length - 1]),
  })
  writeDurably(temporary, file, (descriptor) => {
    for (const part of [header, root, metadata, ...leaves]) writeWhole(descriptor, part)
    copyTiles(store, descriptor)
  })
  return ledger
}

/** Writes a file under a temporary name in its folder, and renames it when it is on the disk. */
export function writeDurably(
  temporary: string,
  file: string,
  write: (descriptor: number) => void,
): void {
  const descriptor = openSync(temporary, 'wx')
  try {
    write(descriptor)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, file)
  syncFolder(dirname(file))
}

/** Keys in a fixed order and no time: the same input gives the same bytes. */
function packMetadata(contents: ArchiveContents, ledger: ArchiveLedger) {
  const { layer, fields, labels, metadata } = contents
  const drawn = drawnZooms(ledger.zooms)
  const [minZoom, maxZoom] = [drawn[0], drawn[drawn.length - 1]]
  const json = {
    ...archiveJson({ layer, fields, labels, metadata, minZoom, maxZoom }),
    ...(labels && { [LABELS_KEY]: labels.layer }),
    'plat:ledger': ledger,
  }
  return pack(new TextEncoder().encode(JSON.stringify(json)))
}

/** Metadata of an archive of one layer, whichever tiler drew it. */
export function archiveJson({
  layer,
  fields,
  labels,
  metadata,
  minZoom,
  maxZoom,
}: Pick<ArchiveContents, 'layer' | 'fields' | 'labels' | 'metadata'> & {
  minZoom: number
  maxZoom: number
}) {
  const { name, description, attribution, vintage } = metadata
  return {
    name,
    description,
    attribution,
    type: 'overlay',
    format: 'pbf',
    ...(vintage !== undefined && { 'plat:vintage': vintage }),
    vector_layers: [
      { id: layer, description, minzoom: minZoom, maxzoom: maxZoom, fields },
      ...(labels ? [labelLayer(labels, maxZoom)] : []),
    ],
  }
}

function labelLayer({ layer, minZoom, fields }: DeclaredLabels, maxzoom: number) {
  const description = 'Points for labels: one for each feature that is drawn as itself'
  return { id: layer, description, minzoom: minZoom, maxzoom, fields }
}

function drawnZooms(zooms: ZoomLedger[]): number[] {
  return zooms.filter(({ tiles }) => tiles > 0).map(({ zoom }) => zoom)
}

/** The zoom at which the bounds fill a screen of about one tile. */
export function centerZoom([west, , east]: Box, minZoom: number, maxZoom: number): number {
  const fitting = Math.floor(Math.log2(3.6e9 / Math.max(1, east - west)))
  return Math.min(maxZoom, Math.max(minZoom, fitting))
}

function copyTiles(store: TileStore, descriptor: number): void {
  const waiting = new Uint8Array(WRITE_BYTES)
  let length = 0
  const flush = (): void => {
    writeWhole(descriptor, waiting.subarray(0, length))
    length = 0
  }
  store.assemble((bytes) => {
    if (length + bytes.length > WRITE_BYTES) flush()
    if (bytes.length > WRITE_BYTES) writeWhole(descriptor, bytes)
    else {
      waiting.set(bytes, length)
      length += bytes.length
    }
  })
  flush()
}

/** Syncs the folder, so that the rename survives a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
