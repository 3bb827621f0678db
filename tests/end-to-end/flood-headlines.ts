import { expect } from 'vitest'
import { buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import { clipExactly } from '../../geometry/exact-clip.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { boundsOf } from '../../geometry/polygons.ts'
import { borderM } from '../../geometry/rings.ts'
import { SLIVER_WIDTH_M } from '../../geometry/sliver.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import { parcels as parcelTable } from '../../layers/parcel/tables.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { metresFrom, polygonOf } from '../fixtures/ground.ts'
import { packRows } from '../fixtures/packed-rows.ts'

/** Rounding of the grid moves a border by up to half a step of 1.1 cm. */
const GRID_HALF_STEP_M = 0.0056
/** Rounding of a share in an answer, in percentage points. */
const SHARE_ROUNDING = 0.006

/** High-risk land of a parcel, by independent arithmetic. */
export interface HighRisk {
  /** Area of all high-risk zones, with overlaps counted once. */
  union_m2: number
  /** Sum of their areas, as in an answer. */
  sum_m2: number
}

/**
 * Compares the flood answers of parcels, by their rows, with the zones on them: a parcel that a
 * high-risk zone touches is never "Not in a high-risk flood zone", one that none touches is never
 * partly in one, and the share is right. Returns how many are partly and wholly in them.
 */
export function expectHeadlines(
  packs: Packs,
  rows: Iterable<number>,
  highRiskOn: (row: number) => HighRisk,
): { part: number; whole: number; none: number } {
  const counts = { part: 0, whole: 0, none: 0 }
  const parcels = packs.get('parcels')!
  for (const parcelRow of rows) {
    const polygons = parcels.polygons(parcelRow)
    const [area, border_m] = [parcels.value(parcelRow, 'area_m2') as number, borderM(polygons)]
    const { union_m2, sum_m2 } = highRiskOn(parcelRow)
    const { layers } = buildDossierFromPacks(
      packs,
      { parcelRow, layers: ['flood'] },
      (_, error) => {
        throw error
      },
    )
    const { summary, data } = layers.flood as { summary: string; data: FloodData | null }
    const part = data?.parcel_in_flood_zone ?? null
    const where = `parcel ${parcelRow}, ${union_m2} of ${area} m2: ${summary}`
    const slack = border_m * GRID_HALF_STEP_M + 0.5
    expect(/^(Partly|Wholly) in a high-risk flood zone: /.test(summary), where).toBe(
      part === 'part' || part === 'whole',
    )
    if (union_m2 > SLIVER_WIDTH_M * border_m || union_m2 > area / 2) {
      expect(['part', 'whole'], where).toContain(part)
      if (union_m2 < area - slack) expect(part, where).toBe('part')
      // The sum of overlapping zones does not show how much they cover together.
      else if (sum_m2 < area + slack && union_m2 > area - 0.2) expect(part, where).toBe('whole')
    } else if (union_m2 < 0.001) expect(part === 'part' || part === 'whole', where).toBe(false)
    if (part === 'part' || part === 'whole') {
      counts[part]++
      const [, share] = /: (?:less than |up to )?([\d.]+) % of the parcel is in /.exec(summary)!
      const expected = Math.min(100, (100 * sum_m2) / area)
      const off = Math.abs(Number(share) - expected)
      expect(off, where).toBeLessThan(SHARE_ROUNDING + (100 * slack) / area)
    } else if (part === 'none') counts.none++
  }
  return counts
}

/** High-risk land of a build's parcels, by GEOS on the polygons of its packs. */
export function highRiskByGeos(packs: Packs): (parcelRow: number) => HighRisk {
  const [parcels, zones] = [packs.get('parcels')!, packs.get('flood_zones')!]
  return (parcelRow) => {
    const parcel = parcels.polygons(parcelRow)
    const near = zones.rowsInBox(boundsOf(parcel), Number.POSITIVE_INFINITY).rows
    const high = near.filter((row) => `${zones.value(row, 'risk')}`.startsWith('high'))
    const shared = high.flatMap((row) => clipExactly(zones.polygons(row), parcel) ?? [])
    const areas = shared.map(areaM2)
    const overlaid = shared.map((each, i) =>
      shared.slice(0, i).reduce((sum, other) => {
        const both = clipExactly(each, other)
        return sum + (both ? areaM2(both) : 0)
      }, 0),
    )
    const sum_m2 = areas.reduce((sum, area) => sum + area, 0)
    // At most two overlap, as a floodway and its AE.
    return { sum_m2, union_m2: sum_m2 - overlaid.reduce((sum, area) => sum + area, 0) }
  }
}

/** A pack of rotated square lots of 5 to 400 m, around the given points in degrees. */
export async function packedLots(
  places: readonly { x: number; y: number }[],
  random: () => number,
  folder: string,
): Promise<Pack> {
  const rows = places.map(({ x, y }, number) => {
    const [half, turn] = [(5 * 80 ** random()) / 2, random() * Math.PI]
    const ring = [1, 3, 5, 7].map((corner) => {
      const angle = turn + (corner * Math.PI) / 4
      return [half * Math.SQRT2 * Math.cos(angle), half * Math.SQRT2 * Math.sin(angle)] as const
    })
    const shape = polygonOf(ring.map(metresFrom([x, y])))
    return { values: { parcel_key: `lot ${number}`, area_m2: areaM2(shape) }, shape }
  })
  return await packRows(parcelTable, rows, folder)
}
