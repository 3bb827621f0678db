import { coverageTable } from '../../layers/coverage-table.ts'
import { LAYERS } from '../../layers/index.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { subjectOf } from '../../lookup/subject-cache.ts'
import type { SamplePoint } from './sample-points.ts'

/**
 * The spatial questions of the full dossier, as its sections declare them, each table once. The
 * coverage is left out: it is part of the dossier's time, and the peer does not have it.
 */
export interface SpatialQuestions {
  /** Tables of polygons, to find the rows that contain the point. */
  atPoint: string[]
  /** Tables of polygons, to measure the area that rows share with the parcel. */
  onParcel: string[]
  /** Tables of points, to find those in the parcel. */
  inParcel: string[]
  /** Tables of points, to find those within a radius of the point. */
  near: { table: string; radius_m: number }[]
}

export function spatialQuestions(packs: Packs): SpatialQuestions {
  const reads = LAYERS.flatMap(({ section }) => (section === 'none' ? [] : section.reads)).filter(
    ({ table }) => table !== coverageTable.name,
  )
  const ofGeometry = (geometry: string) =>
    reads.filter(({ table }) => packs.get(table)?.geometry === geometry)
  const named = (chosen: typeof reads) => [...new Set(chosen.map(({ table }) => table))]
  return {
    atPoint: named(ofGeometry('polygons')),
    onParcel: named(ofGeometry('polygons').filter(({ onParcel }) => onParcel)),
    inParcel: named(ofGeometry('points').filter(({ onParcel }) => onParcel)),
    near: ofGeometry('points').flatMap(({ table, near }) => (near ? [{ table, ...near }] : [])),
  }
}

/** Every table that the questions read. */
export function queriedTables({ atPoint, inParcel, near }: SpatialQuestions): string[] {
  return [...new Set([...atPoint, ...inParcel, ...near.map(({ table }) => table)])]
}

/** Answers to the spatial questions about a point: rows by table. */
export interface SpatialAnswer {
  atPoint: Map<string, number[]>
  /** Share of the parcel by row. */
  onParcel: Map<string, Map<number, number>>
  inParcel: Map<string, number[]>
  near: Map<string, number[]>
}

/** Answers all questions from the packs, without a section and without a dossier. */
export function answerSpatially(
  packs: Packs,
  { atPoint, onParcel, inParcel, near }: SpatialQuestions,
  { x, y, parcelRow }: Pick<SamplePoint, 'x' | 'y' | 'parcelRow'>,
): SpatialAnswer {
  const parcels = packs.get('parcels')!
  const answer: SpatialAnswer = {
    atPoint: new Map(),
    onParcel: new Map(),
    inParcel: new Map(),
    near: new Map(),
  }
  for (const table of atPoint) answer.atPoint.set(table, packs.get(table)!.rowsAt(x, y))
  for (const { table, radius_m } of near)
    answer.near.set(
      table,
      packs
        .get(table)!
        .rowsNear(x, y, radius_m)
        .map(({ row }) => row),
    )
  if (parcelRow === null) return answer
  const subject = subjectOf(parcels, parcelRow)
  const parcelM2 = parcels.value(parcelRow, 'area_m2') as number
  for (const table of onParcel) {
    const shares = packs.get(table)!.overlaps(subject)
    answer.onParcel.set(table, new Map(shares.map(({ row, area_m2 }) => [row, area_m2 / parcelM2])))
  }
  const area = parcels.polygons(parcelRow)
  for (const table of inParcel) answer.inParcel.set(table, packs.get(table)!.rowsWithin(area))
  return answer
}
