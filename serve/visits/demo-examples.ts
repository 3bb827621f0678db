import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import { dataOf, type Sections } from '../../report/key-facts.ts'
import { titleCase } from '../../report/title-case.ts'
import { watchList } from '../../report/watch-list.ts'
import { outsideOf } from '../build/build-rasters.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { DemoArea } from '../demo/demo-area.ts'
import { nearestAddress } from '../queries/dossier-address.ts'
import { examplePoint } from '../reference/example-point.ts'
import type { DemoExample } from '../schemas/demo.ts'

/** Parcels that are looked at for the examples, spread over the county. */
const PARCELS_MAX = 120
/** Parcels among which those are chosen. */
const ROWS_MAX = 20_000
/** Sections that decide what an address is an example of. */
const LAYERS = ['parcel', 'flood', 'wetlands', 'soils', 'structures', 'elevation', 'utilities']

type Kind = { about: string; is(sections: Sections): boolean }

/** What the examples show, in their order. */
const KINDS: Kind[] = [
  {
    about: 'in a flood zone',
    is: (sections) => dataOf(sections, 'flood')?.is_in_flood_zone === true,
  },
  {
    about: 'with a septic system',
    is: (sections) =>
      dataOf(sections, 'utilities')?.wastewater === 'septic' &&
      dataOf(sections, 'flood')?.is_in_flood_zone === false,
  },
  {
    about: 'no warnings',
    is: (sections) =>
      dataOf(sections, 'flood')?.is_in_flood_zone === false &&
      dataOf(sections, 'utilities')?.wastewater === 'sewer' &&
      watchList(sections, new Date(0), 'us').length === 0,
  },
]

const perBuild = new WeakMap<Packs, Promise<DemoExample[]>>()

/**
 * Up to three addresses of the area: one in a flood zone, one with a septic system, one without
 * warnings; fewer where the build has none. Chosen once per build, among a sample of its lots with
 * a building.
 */
export function demoExamples(
  build: ServedBuild,
  area: DemoArea,
  slice: TimeSlice,
): Promise<DemoExample[]> {
  const known = perBuild.get(build.packs)
  if (known) return known
  const chosen = chooseExamples(build, area, slice)
  perBuild.set(build.packs, chosen)
  // A file that cannot be read now may be read later.
  chosen.catch(() => perBuild.delete(build.packs))
  return chosen
}

async function chooseExamples(
  build: ServedBuild,
  area: DemoArea,
  slice: TimeSlice,
): Promise<DemoExample[]> {
  const found = new Map<Kind, DemoExample>()
  const outside = outsideOf(build, { upstreams: null, terrain: null })
  for (const row of rowsAcross(build.packs, area)) {
    if (slice.isUsedUp()) await slice.renew()
    const address = addressOf(build.packs, row)
    if (address === null) continue
    const dossier = await buildDossier(
      build.packs,
      { parcelRow: row, layers: LAYERS },
      outside,
      undefined,
      undefined,
      (steps) => runInSlices(steps, slice),
    )
    const sections = dossier.layers as Sections
    if ((dataOf(sections, 'structures')?.building_count ?? 0) === 0) continue
    const kind = KINDS.find((each) => !found.has(each) && each.is(sections))
    if (!kind) continue
    const label = titleCase(address.split(',')[0])
    found.set(kind, { label, address, about: kind.about })
    if (found.size === KINDS.length) break
  }
  return KINDS.flatMap((kind) => found.get(kind) ?? [])
}

/** Rows of parcels of the area, evenly spread over those in its box. */
function* rowsAcross(packs: Packs, area: DemoArea): Generator<number> {
  const pack = packs.get('parcels')
  const own = area.partitions.get('parcels')
  if (!pack || !own) return
  const { rows } = pack.rowsInBox(area.box, ROWS_MAX)
  const step = Math.max(1, Math.floor(rows.length / PARCELS_MAX))
  for (let i = step >> 1; i < rows.length; i += step)
    if (own.has(`${pack.value(rows[i], 'partition')}`)) yield rows[i]
}

/** The address of a parcel where it has exactly one. */
function addressOf(packs: Packs, row: number): string | null {
  const point = examplePoint(packs, row)
  const key = packs.get('parcels')!.value(row, 'parcel_key') as string
  const near = point && nearestAddress(packs, point, key)
  return near?.precision === 'rooftop' && near.distance_m === 0 ? near.formatted : null
}
