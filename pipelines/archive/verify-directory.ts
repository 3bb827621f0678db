import { type ArchiveBytes, type ReadHeader, readDirectory } from './archive-bytes.ts'
import { type Entry, ROOT_BYTES } from './directory.ts'
import type { Findings } from './findings.ts'

/** Reads root and leaves and checks order, overlap and offsets. Returns the entries of tiles. */
export function verifyDirectory(
  file: ArchiveBytes,
  header: ReadHeader,
  findings: Findings,
): Entry[] {
  if (header.rootLength > ROOT_BYTES) {
    findings.add(
      'directory.root_too_large',
      'root',
      `${header.rootLength} bytes, at most ${ROOT_BYTES}`,
    )
  }
  const root = readEntries(file, header.rootOffset, header.rootLength, 'root', findings)
  const tiles: Entry[] = []
  for (const entry of root) {
    if (entry.runLength > 0) {
      tiles.push(entry)
      continue
    }
    const where = `leaf of ${entry.tileId}`
    if (entry.offset < 0 || entry.offset + entry.length > header.leavesLength) {
      findings.add('directory.range', where, `bytes ${entry.offset} and on are not in the leaves`)
      continue
    }
    const leaf = readEntries(
      file,
      header.leavesOffset + entry.offset,
      entry.length,
      where,
      findings,
    )
    if (leaf.length > 0 && leaf[0].tileId !== entry.tileId) {
      findings.add('directory.leaf_start', where, `the leaf starts at tile id ${leaf[0].tileId}`)
    }
    for (const inner of leaf) {
      if (inner.runLength > 0) tiles.push(inner)
      else findings.add('directory.depth', where, 'a leaf points to a further leaf')
    }
  }
  verifyOrder(tiles, header, findings)
  verifyCounts(tiles, header, findings)
  return tiles
}

function readEntries(
  file: ArchiveBytes,
  offset: number,
  length: number,
  where: string,
  findings: Findings,
): Entry[] {
  try {
    return readDirectory(file.read(offset, length))
  } catch (error) {
    findings.add('directory.unreadable', where, (error as Error).message)
    return []
  }
}

function verifyOrder(tiles: Entry[], header: ReadHeader, findings: Findings): void {
  let nextId = 0
  let nextOffset = 0
  for (const { tileId, runLength, length, offset } of tiles) {
    const where = `tile id ${tileId}`
    if (tileId < nextId) {
      findings.add('directory.order', where, `comes after tile id ${nextId - 1}`)
    }
    nextId = tileId + runLength
    if (length === 0) findings.add('directory.empty_entry', where, 'an entry of no bytes')
    if (offset < 0 || offset + length > header.dataLength) {
      findings.add('directory.range', where, `bytes ${offset} and on are not in the tile data`)
    }
    // Clustered: a tile lies right after the one before it, or repeats an earlier one.
    if (header.isClustered && offset > nextOffset) {
      findings.add('directory.clustered', where, `starts at ${offset}, ${nextOffset} was next`)
    }
    nextOffset = Math.max(nextOffset, offset + length)
  }
  if (header.isClustered && tiles.length > 0 && tiles[0].offset !== 0) {
    findings.add('directory.clustered', 'first entry', `starts at ${tiles[0].offset}, not at 0`)
  }
  if (nextOffset < header.dataLength) {
    findings.add('directory.unused', 'tile data', `${header.dataLength - nextOffset} bytes unused`)
  }
}

function verifyCounts(tiles: Entry[], header: ReadHeader, findings: Findings): void {
  const addressed = tiles.reduce((sum, { runLength }) => sum + runLength, 0)
  const contents = new Map<number, number>()
  for (const { offset, length, tileId } of tiles) {
    const known = contents.get(offset)
    if (known !== undefined && known !== length) {
      findings.add('directory.overlap', `tile id ${tileId}`, `${length} bytes where ${known} begin`)
    }
    contents.set(offset, length)
  }
  let end = 0
  for (const [offset, length] of [...contents].sort(([a], [b]) => a - b)) {
    if (offset < end) findings.add('directory.overlap', `offset ${offset}`, `before ${end}`)
    end = offset + length
  }
  for (const [name, stated, counted] of [
    ['addressed tiles', header.addressedTiles, addressed],
    ['entries', header.entries, tiles.length],
    ['contents', header.contents, contents.size],
  ] as const) {
    if (stated !== counted)
      findings.add('header.counts', name, `states ${stated}, there are ${counted}`)
  }
}
