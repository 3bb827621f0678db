import { gunzipSync } from 'node:zlib'
import { tileIdToZxy } from 'pmtiles'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { ArchiveBytes, type ReadHeader } from './archive-bytes.ts'
import { TILE_BYTES_MAX } from './archive-options.ts'
import type { ArchiveTiler } from './archive-tiler.ts'
import type { Entry } from './directory.ts'
import { Findings, type Habit, type Problem } from './findings.ts'
import { GroundSamples, type ZoomGround } from './ground-samples.ts'
import { verifyDirectory } from './verify-directory.ts'
import { type Declared, verifyMetadata } from './verify-metadata.ts'
import { type DrawnBox, type DrawnTile, verifyTile } from './verify-tile.ts'
import { EXTENT, latitudeOf, longitudeOf } from './world-grid.ts'

export interface VerifyReport {
  ok: boolean
  /** Tiles that can be requested. */
  tiles: number
  /** The first hundred problems. */
  problems: Problem[]
  /** Number of all problems. */
  problem_count: number
  /** What each zoom covers of a contiguous layer, from the highest down; none of another. */
  ground: ZoomGround[]
  /** The tiler that the archive names; null for our own. */
  tiler: ArchiveTiler | null
  /** What that tiler draws otherwise than ours would: gaps, overlaps, shapes. Not problems. */
  habits: Habit[]
}

type VerifiedTiles = Pick<VerifyReport, 'tiles' | 'ground'>

/** Tiles of zooms 0 to 26, the highest whose ids a number holds. */
const TILE_IDS = (4 ** 27 - 1) / 3
/**
 * Ground that a zoom may leave empty or draw twice, in percent of what the highest draws. Measured:
 * up to 0.004 at any zoom of the sample and 0.054 of Hudson County's flood zones, at zoom 8; 2 to
 * 31 of Tippecanoe's blobs (tests/bench/tiles.ts).
 */
const PARTED_PCT_MAX = 0.5
/** Samples at most so far apart, in tile units, see the streets whose rims would count as gaps. */
const SURE_SPACING = 1.25
/** How far bounds may lie from what is drawn, in units of the highest zoom. */
const BOUNDS_SLACK = 2

/**
 * Decodes every tile of a PMTiles 3 archive and checks it and everything around it. Returns
 * problems and does not throw: only a file that cannot be opened is a `StepError`. Memory: the
 * directory (about 100 bytes an entry), one tile, and the samples of the ground.
 */
export async function verifyArchive(
  file: string,
  progress: Progress,
  maxTileBytes = TILE_BYTES_MAX,
): Promise<VerifyReport> {
  const findings = new Findings()
  let bytes: ArchiveBytes
  try {
    bytes = new ArchiveBytes(file)
  } catch (cause) {
    const remedy = 'build the archive, or check the path'
    throw new StepError('verify', file, 'cannot be opened', remedy, { cause })
  }
  let verified: VerifiedTiles = { tiles: 0, ground: [] }
  try {
    const header = verifyHeader(bytes, findings)
    if (header !== null) {
      const declared = verifyMetadata(bytes, header, findings)
      const entries = verifyDirectory(bytes, header, findings)
      const limits = { progress, maxTileBytes }
      verified = await verifyTiles(bytes, header, entries, declared, findings, limits)
    }
  } finally {
    bytes.close()
  }
  const { problems, count, tiler, habits } = findings
  return { ok: count === 0, ...verified, problems, problem_count: count, tiler, habits }
}

function verifyHeader(file: ArchiveBytes, findings: Findings): ReadHeader | null {
  let header: ReadHeader
  try {
    header = file.header()
  } catch (error) {
    findings.add('header.unreadable', 'header', (error as Error).message)
    return null
  }
  if (header.magic !== 'PMTiles' || header.version !== 3) {
    findings.add('header.magic', 'header', `${header.magic} version ${header.version}`)
    return null
  }
  const expect = (isTrue: boolean, code: string, where: string, message: string): void => {
    if (!isTrue) findings.add(code, where, message)
  }
  for (const [name, offset, length] of [
    ['root directory', header.rootOffset, header.rootLength],
    ['metadata', header.metadataOffset, header.metadataLength],
    ['leaf directories', header.leavesOffset, header.leavesLength],
    ['tile data', header.dataOffset, header.dataLength],
  ] as const) {
    const isInside = offset >= 127 && offset + length <= file.size
    expect(isInside, 'header.offsets', name, `${offset} + ${length} in ${file.size} bytes`)
  }
  expect(header.isClustered, 'header.clustered', 'header', 'the archive is not clustered')
  const { internalCompression: inside, tileCompression: tile, tileType } = header
  expect(inside === 2 && tile === 2, 'header.compression', 'header', `${inside}, ${tile}, not gzip`)
  expect(tileType === 1, 'header.tile_type', 'header', `tile type ${tileType}, not MVT`)
  expect(header.minZoom <= header.maxZoom, 'header.zooms', 'header', 'zooms the wrong way round')
  const [west, south, east, north] = header.bounds
  const isBox = west <= east && south <= north && west >= -1.8e9 && east <= 1.8e9
  expect(isBox && south >= -9e8 && north <= 9e8, 'header.bounds', 'header', `${header.bounds}`)
  const [x, y] = header.center
  const isCentred = x >= west && x <= east && y >= south && y <= north
  expect(isCentred, 'header.center', 'header', `${x} ${y} is outside the bounds`)
  const { centerZoom, minZoom, maxZoom } = header
  const isZoom = centerZoom >= minZoom && centerZoom <= maxZoom
  expect(isZoom, 'header.center', 'header', `zoom ${centerZoom} is not among the zooms`)
  return header
}

async function verifyTiles(
  file: ArchiveBytes,
  header: ReadHeader,
  entries: Entry[],
  declared: Declared,
  findings: Findings,
  { progress, maxTileBytes }: { progress: Progress; maxTileBytes: number },
): Promise<VerifiedTiles> {
  const total = entries.reduce((sum, { runLength }) => sum + runLength, 0)
  const step = progress.step('verify tiles', { total, unit: 'tiles' })
  const zooms = new Set<number>()
  const drawn: DrawnBox = [Infinity, Infinity, -Infinity, -Infinity]
  const known = entries.filter(({ tileId, runLength }) => {
    const isKnown = tileId + runLength <= TILE_IDS
    if (!isKnown) findings.add('tile.id', `tile id ${tileId}`, 'lies beyond zoom 26')
    return isKnown
  })
  const byZoom = fromHighestZoom(known)
  const samples = declared.isContiguous ? samplesOf(byZoom) : null
  const ground: ZoomGround[] = []
  let tiles = 0
  let last = -1
  for (const { tileId, offset, length, runLength } of byZoom) {
    const [z, x, y] = tileIdToZxy(tileId)
    if (samples && last !== z && last !== -1) ground.push(samples.measure(last))
    last = z
    const where = `${z}/${x}/${y}`
    if (length > maxTileBytes) {
      findings.add('tile.size', where, `${length} bytes, at most ${maxTileBytes}`)
    }
    const shown = verifyPacked(
      file.read(header.dataOffset + offset, length),
      where,
      declared,
      findings,
    )
    for (let id = tileId; id < tileId + runLength; id++) {
      const [zoom, column, row] = tileIdToZxy(id)
      zooms.add(zoom)
      if (zoom === header.maxZoom && shown) widen(drawn, shown.box, column, row)
      if (shown) samples?.add(zoom, column, row, shown.features)
    }
    tiles += runLength
    step.advance(runLength)
    // Yield now and then, so that progress can be shown.
    if (tiles % 64 === 0) await new Promise(setImmediate)
  }
  if (samples && last !== -1) ground.push(samples.measure(last))
  for (const { zoom, gap_pct, overlap_pct, spacing } of ground) {
    if (spacing > SURE_SPACING) continue
    const add = (what: string, pct: number, message: string) =>
      pct > PARTED_PCT_MAX && findings.add(`ground.${what}`, `zoom ${zoom}`, `${pct} % ${message}`)
    add('gap', gap_pct, `of the ground is empty, at most ${PARTED_PCT_MAX}`)
    add('overlap', overlap_pct, `of the ground is drawn twice, at most ${PARTED_PCT_MAX}`)
  }
  step.done(`${tiles} tiles, ${findings.count} problems`)
  const [least, most] = [Math.min(...zooms), Math.max(...zooms)]
  if (least !== header.minZoom || most !== header.maxZoom) {
    const stated = `${header.minZoom} to ${header.maxZoom}`
    findings.add('header.zooms', 'header', `states ${stated}, the tiles are ${least} to ${most}`)
  }
  verifyBounds(header, drawn, declared.isWhole, findings)
  return { tiles, ground }
}

/** Entries of one zoom each, the highest first. */
function fromHighestZoom(entries: Entry[]): Entry[] {
  const parts = entries.flatMap((entry) => {
    const runs: Entry[] = []
    for (let id = entry.tileId; id < entry.tileId + entry.runLength; ) {
      const [zoom] = tileIdToZxy(id)
      const end = Math.min(entry.tileId + entry.runLength, (4 ** (zoom + 1) - 1) / 3)
      runs.push({ ...entry, tileId: id, runLength: end - id })
      id = end
    }
    return runs
  })
  // Ids of a zoom are above those of all lower zooms.
  return parts.sort((a, b) => b.tileId - a.tileId)
}

/** Samples of the ground in the tiles of the highest zoom; null without tiles. */
function samplesOf(byZoom: Entry[]): GroundSamples | null {
  if (byZoom.length === 0) return null
  const [highest] = tileIdToZxy(byZoom[0].tileId)
  const tiles: [number, number][] = []
  for (const { tileId, runLength } of byZoom)
    for (let id = tileId; id < tileId + runLength; id++) {
      const [zoom, x, y] = tileIdToZxy(id)
      if (zoom === highest) tiles.push([x, y])
    }
  return new GroundSamples(highest, tiles)
}

function verifyPacked(
  packed: Uint8Array,
  where: string,
  declared: Declared,
  findings: Findings,
): DrawnTile | null {
  let bytes: Uint8Array
  try {
    bytes = gunzipSync(packed)
  } catch (error) {
    findings.add('tile.gzip', where, (error as Error).message)
    return null
  }
  return verifyTile(bytes, where, declared, findings)
}

/** Extends the box of a zoom by a tile's box, without the buffer that its neighbours draw too. */
function widen(drawn: DrawnBox, box: DrawnBox, column: number, row: number): void {
  const within = (value: number): number => Math.min(EXTENT, Math.max(0, value))
  drawn[0] = Math.min(drawn[0], column * EXTENT + within(box[0]))
  drawn[1] = Math.min(drawn[1], row * EXTENT + within(box[1]))
  drawn[2] = Math.max(drawn[2], column * EXTENT + within(box[2]))
  drawn[3] = Math.max(drawn[3], row * EXTENT + within(box[3]))
}

/** Bounds must hold what is drawn, and where nothing was dropped they must not be wider either. */
function verifyBounds(
  header: ReadHeader,
  drawn: DrawnBox,
  isWhole: boolean,
  findings: Findings,
): void {
  if (!(drawn[0] <= drawn[2])) return
  const side = EXTENT * 2 ** header.maxZoom
  const slack = BOUNDS_SLACK
  const largest = [
    longitudeOf(drawn[0] + slack, side),
    latitudeOf(drawn[3] - slack, side),
    longitudeOf(drawn[2] - slack, side),
    latitudeOf(drawn[1] + slack, side),
  ]
  const smallest = [
    longitudeOf(drawn[0] - slack, side),
    latitudeOf(drawn[3] + slack, side),
    longitudeOf(drawn[2] + slack, side),
    latitudeOf(drawn[1] - slack, side),
  ]
  header.bounds.forEach((bound, i) => {
    const degrees = bound / 1e7
    const isLow = i < 2
    const cutsOff = isLow ? degrees > largest[i] : degrees < largest[i]
    const isTooWide = isLow ? degrees < smallest[i] : degrees > smallest[i]
    if (cutsOff || (isWhole && isTooWide && Math.abs(degrees) < 85.05)) {
      const name = ['west', 'south', 'east', 'north'][i]
      findings.add('header.bounds', name, `${degrees}, what is drawn ends at ${largest[i]}`)
    }
  })
}
