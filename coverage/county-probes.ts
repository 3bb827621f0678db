import type { Packs } from '../dossier/dossier.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { areasOf, type County } from './counties.ts'
import { type CountyLine, countyLinesOf } from './county-lines.ts'
import { parcelRowsOf, spreadRows } from './parcel-rows.ts'
import { type Probe, probesOf } from './probes.ts'
import type { Scorecard } from './scorecard-shape.ts'

/** A point of the county, or a row of its parcels. */
export type CountyProbe = Probe | { kind: 'parcel'; parcelRow: number }

/** Further inputs of the probes of a county, in addition to the coverages of its partitions. */
export interface CountyGround {
  /** Null where no boundary file draws the county. */
  line: CountyLine | null
  /** Rows of its parcels. */
  parcelRows: readonly number[]
}

/** Yields probes of points, then of parcels; they depend on the seed and this county alone. */
export function* probesOfCounty(
  packs: Packs,
  county: County,
  { line, parcelRows }: CountyGround,
  numbers: Scorecard['probes'],
  seed: number,
): Generator<CountyProbe> {
  const random = seededRandom(seedFor(seed, county.fips ?? county.name))
  yield* probesOf(line?.polygons() ?? null, areasOf(packs, county), numbers, random)
  for (const parcelRow of spreadRows(parcelRows, numbers.parcels, random))
    yield { kind: 'parcel', parcelRow }
}

/** Reads the lines and the parcels of a build's counties; the result looks those of a county up. */
export async function groundsOf(packs: Packs, pause: () => Promise<void>) {
  const lines = countyLinesOf(packs)
  const parcelRows = await parcelRowsOf(packs, pause)
  return ({ fips }: County): CountyGround => ({
    line: (fips && lines.get(fips)) || null,
    parcelRows: (fips && parcelRows.get(fips)) || [],
  })
}

/** A seed for one county that does not depend on those before it (FNV-1a). */
function seedFor(seed: number, county: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < county.length; i++)
    hash = Math.imul(hash ^ county.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
