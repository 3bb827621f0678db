/** Header fields of PMTiles 3, in the order of the spec (version 3.6, section 3). */
export interface ArchiveHeader {
  rootOffset: number
  rootLength: number
  metadataOffset: number
  metadataLength: number
  leavesOffset: number
  leavesLength: number
  dataOffset: number
  dataLength: number
  addressedTiles: number
  entries: number
  contents: number
  minZoom: number
  maxZoom: number
  /** West, south, east, north in 1e-7 degree. */
  bounds: [number, number, number, number]
  centerZoom: number
}

export const HEADER_BYTES = 127
const GZIP = 2
const MVT = 1

/** Encodes the 127 bytes of a header: clustered, gzipped directories and tiles, vector tiles. */
export function packHeader(header: ArchiveHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('PMTiles'))
  bytes[7] = 3
  const numbers = [
    header.rootOffset,
    header.rootLength,
    header.metadataOffset,
    header.metadataLength,
    header.leavesOffset,
    header.leavesLength,
    header.dataOffset,
    header.dataLength,
    header.addressedTiles,
    header.entries,
    header.contents,
  ]
  numbers.forEach((number, i) => {
    view.setBigUint64(8 + 8 * i, BigInt(number), true)
  })
  bytes.set([1, GZIP, GZIP, MVT, header.minZoom, header.maxZoom], 96)
  const [west, south, east, north] = header.bounds
  header.bounds.forEach((side, i) => {
    view.setInt32(102 + 4 * i, side, true)
  })
  bytes[118] = header.centerZoom
  view.setInt32(119, Math.round((west + east) / 2), true)
  view.setInt32(123, Math.round((south + north) / 2), true)
  return bytes
}
