import { type Box, boundsOf } from '../../geometry/polygons.ts'
import { ApiError } from '../../http/error-codes.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { partitionsOf } from '../../lookup/partitions.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { compareText } from '../../values/text-order.ts'
import type { ServedBuild } from '../build/build-source.ts'

/** The fictional county of a build: all that people see without a key. */
export interface DemoArea {
  fips: string
  name: string
  /** The box around its parcels' declared coverage, in grid units. */
  box: Box
  /** Partitions of fictional sources, by table. */
  partitions: ReadonlyMap<string, ReadonlySet<string>>
}

type Build = Pick<ServedBuild, 'manifest' | 'packs'>

/** Most rows of a table that are read to decide whether a box has rows of the sample alone. */
const ROWS_MAX = 20_000

const perBuild = new WeakMap<Packs, DemoArea | null>()

/**
 * The county of a build whose parcels are from a fictional source, the first by its code; null
 * where all parcels are real. A county with parcels of real sources too is not a demo.
 */
export function demoAreaOf({ manifest, packs }: Build): DemoArea | null {
  const known = perBuild.get(packs)
  if (known !== undefined) return known
  const area = areaIn(manifest, packs.get('coverage'))
  perBuild.set(packs, area)
  return area
}

function areaIn({ sources }: Build['manifest'], pack: Pack | undefined): DemoArea | null {
  if (!pack) return null
  const fictional = new Set(sources.filter((each) => each.fictional).map(({ id }) => id))
  const { byRow, rowsOf } = partitionsOf(pack)
  const isFictional = (row: number) => fictional.has(`${pack.value(row, 'source_id')}`)
  const parcels = rowsOf.get('parcels') ?? []
  const real = new Set(
    parcels.filter((row) => !isFictional(row)).map((row) => byRow[row].county_fips),
  )
  const counties = parcels
    .filter((row) => isFictional(row) && !real.has(byRow[row].county_fips))
    .flatMap((row) => {
      const { county_fips: fips, county_name, area_name } = byRow[row]
      const box = boundsOf(pack.polygons(row))
      // A source that declares no area has an inverted box.
      return fips !== null && box[0] < box[2] ? [{ fips, name: county_name ?? area_name, box }] : []
    })
    .sort((a, b) => compareText(a.fips, b.fips))
  if (counties.length === 0) return null
  const partitions = new Map<string, Set<string>>()
  for (const [row, { table, partition }] of byRow.entries()) {
    if (!isFictional(row)) continue
    const own = partitions.get(table) ?? new Set()
    partitions.set(table, own.add(partition))
  }
  return { ...counties[0], partitions }
}

/**
 * The area to which the answer of a request must be narrowed; null for a request with a key or a
 * session. Throws `ApiError` 403 where the build has no demo.
 */
export function demoAreaFor(request: { isDemo?: boolean }, build: Build): DemoArea | null {
  if (request.isDemo !== true) return null
  const area = demoAreaOf(build)
  if (area) return area
  throw notInDemo()
}

/** The county that a demo visit lists. Throws `ApiError` 403 for another one. */
export function demoCounty(area: DemoArea, requested: string | undefined): string {
  if (requested !== undefined && requested !== area.fips) throw notInDemo(area)
  return area.fips
}

/** True where a point in grid units lies in the box of the area. */
export function isInDemo({ box }: DemoArea, [x, y]: readonly [x: number, y: number]): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]
}

/** The part of a box in the area, in grid units. Throws `ApiError` 403 where they do not meet. */
export function clipToDemo(area: DemoArea, [west, south, east, north]: Box): Box {
  const { box } = area
  const clipped: Box = [
    Math.max(box[0], west),
    Math.max(box[1], south),
    Math.min(box[2], east),
    Math.min(box[3], north),
  ]
  if (clipped[0] <= clipped[2] && clipped[1] <= clipped[3]) return clipped
  throw notInDemo(area)
}

/**
 * Throws `ApiError` 403 unless a tile on the ground of a box meets the area and can hold no row of
 * a source that is not fictional: a tile may hold the ground of two counties.
 */
export function assertTileInDemo(area: DemoArea, build: Build, table: string, ground: Box): void {
  clipToDemo(area, ground)
  assertOnlyDemo(area, build, table, ground)
}

/** Throws `ApiError` 403 where a row of a table in a box is of a source that is not fictional. */
export function assertOnlyDemo(area: DemoArea, { packs }: Build, table: string, box: Box): void {
  const pack = packs.get(table)
  if (!pack || isOnlyDemo(area, packs, table)) return
  const own = area.partitions.get(table)
  const { rows, isWhole } = pack.rowsInBox(box, ROWS_MAX)
  const isOwn = (row: number) => own?.has(`${pack.value(row, 'partition')}`) === true
  if (!isWhole || !rows.every(isOwn)) throw notInDemo(area)
}

/** True where all partitions of a table are of fictional sources. */
function isOnlyDemo({ partitions }: DemoArea, packs: Packs, table: string): boolean {
  const coverage = packs.get('coverage')
  if (!coverage) return false
  const { byRow, rowsOf } = partitionsOf(coverage)
  const all = (rowsOf.get(table) ?? []).map((row) => byRow[row].partition)
  return all.length > 0 && all.every((each) => partitions.get(table)?.has(each))
}

/** Error 403 for what the demo does not show; the same where a place is unknown. */
export function notInDemo(area?: DemoArea): ApiError {
  const shown = area ? `The demo shows ${area.name} alone.` : 'This is not in the demo.'
  return new ApiError(403, shown, { hint: 'Sign in, or use an API key, to see everything.' })
}
