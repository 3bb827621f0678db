import { gunzipSync } from 'node:zlib'
import type { Box } from '../../geometry/polygons.ts'
import { StepError } from '../../terminal/step-error.ts'
import { ArchiveBytes, type ReadHeader } from '../archive/archive-bytes.ts'
import {
  type ArchiveMetadata,
  archiveJson,
  centerZoom,
  writeDurably,
} from '../archive/archive-file.ts'
import { HEADER_BYTES, packHeader } from '../archive/archive-header.ts'
import type { ArchiveTiler } from '../archive/archive-tiler.ts'
import { pack } from '../archive/directory.ts'
import { writeWhole } from '../archive/tile-store.ts'

/** Bytes of tiles copied at a time. */
const COPY_BYTES = 1 << 20

/** What the copy states in the place of what the original states. */
export interface Restated {
  layer: string
  metadata: ArchiveMetadata
  /** Box of all features, in 1e-7 degree. */
  bounds: Box
  tiler: ArchiveTiler
}

/**
 * Copies an archive of another tiler with our metadata: its own name files of this machine in the
 * command line (`generator_options`), and lack what the service reads. Directories and tiles are
 * the same bytes. Returns the number of tiles; throws `StepError` for an archive of another kind.
 */
export function restateArchive(
  original: string,
  { temporary, file }: { temporary: string; file: string },
  { layer, metadata, bounds, tiler }: Restated,
): number {
  const source = new ArchiveBytes(original)
  try {
    const header = source.header()
    assertReadable(header, file, tiler)
    const stated = readMetadata(source, header)
    const { minZoom, maxZoom } = header
    const fields = stated.vector_layers?.find(({ id }) => id === layer)?.fields ?? {}
    const json = {
      ...archiveJson({ layer, fields, labels: null, metadata, minZoom, maxZoom }),
      // What it did to each zoom to bring tiles under the cap, as it counts it.
      'plat:tiler': { ...tiler, strategies: stated.strategies ?? null },
    }
    const packed = pack(new TextEncoder().encode(JSON.stringify(json)))
    const metadataOffset = HEADER_BYTES + header.rootLength
    const leavesOffset = metadataOffset + packed.length
    const moved = packHeader({
      ...header,
      rootOffset: HEADER_BYTES,
      metadataOffset,
      metadataLength: packed.length,
      leavesOffset,
      dataOffset: leavesOffset + header.leavesLength,
      bounds,
      centerZoom: centerZoom(bounds, minZoom, maxZoom),
    })
    writeDurably(temporary, file, (descriptor) => {
      for (const part of [moved, source.read(header.rootOffset, header.rootLength), packed])
        writeWhole(descriptor, part)
      copy(source, header.leavesOffset, header.leavesLength, descriptor)
      copy(source, header.dataOffset, header.dataLength, descriptor)
    })
    return header.addressedTiles
  } finally {
    source.close()
  }
}

function assertReadable(header: ReadHeader, file: string, { name, version }: ArchiveTiler): void {
  const { magic, version: format, isClustered, internalCompression, tileCompression } = header
  const isGzip = internalCompression === 2 && tileCompression === 2
  if (magic === 'PMTiles' && format === 3 && isClustered && isGzip && header.tileType === 1) return
  const problem = `${name} ${version} did not write a clustered PMTiles 3 archive of gzipped vector tiles`
  throw new StepError('tile', file, problem, 'build without --tiler, and report the version')
}

interface StatedMetadata {
  strategies?: unknown
  vector_layers?: { id: string; fields: Record<string, string> }[]
}

function readMetadata(source: ArchiveBytes, header: ReadHeader): StatedMetadata {
  const bytes = gunzipSync(source.read(header.metadataOffset, header.metadataLength))
  return JSON.parse(bytes.toString()) as StatedMetadata
}

function copy(source: ArchiveBytes, offset: number, length: number, descriptor: number): void {
  for (let done = 0; done < length; done += COPY_BYTES)
    writeWhole(descriptor, source.read(offset + done, Math.min(COPY_BYTES, length - done)))
}
