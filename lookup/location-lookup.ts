import { UnavailableFile } from '../catalog/unavailable-file.ts'
import { anchorOf } from '../geometry/anchor.ts'
import { toGridPoint } from '../geometry/grid-point.ts'
import { GRID } from '../geometry/polygons.ts'
import type { MeasuredArea } from '../geometry/sliver.ts'
import type { Layer, Reads } from '../layers/layer.ts'
import type {
  Coverage,
  Elsewhere,
  LocatedRow,
  Location,
  NearbyRow,
  SectionRows,
  TableRows,
} from '../layers/location.ts'
import type { Position } from '../layers/point-position.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { listCoveredAreas } from './covered-areas.ts'
import { PackElsewhere } from './elsewhere.ts'
import { LazyPackRow } from './lazy-pack-row.ts'
import { countyAt, zipAt } from './located-county.ts'
import { cachedOverlaps, type ParcelOverlaps, parcelOverlaps } from './parcel-overlaps.ts'
import { listPartitions, partitionsOf } from './partitions.ts'
import { subjectOf } from './subject-cache.ts'
import {
  LazyTableRows,
  NOTHING_ON_PARCEL,
  type RowLookup,
  type RowsOnParcel,
} from './table-rows.ts'

/** The packs of one build by table name, `coverage` included. */
export type Packs = ReadonlyMap<string, Pack>

/**
 * The input from which a location is resolved: coordinates in degrees, or the row number of a
 * parcel, with the intended point inside of it where that is not the parcel's anchor.
 */
export type LocationInput = (
  | { lat: number; lng: number }
  | { parcelRow: number; at?: { lat: number; lng: number } }
) & {
  /** Present where the coordinates come from a geocoder. */
  source?: 'geocoded'
  /** Where the point of an address lies. */
  position?: Position
  /** True where all parcels are passed in turn: nothing of a parcel is cached. */
  isOnce?: true
}

/** A resolved location and its rows: each table is searched once, however many sections read it. */
export class LocationLookup implements RowLookup {
  readonly location: Location
  private readonly packs: Packs
  private readonly x: number
  private readonly y: number
  private readonly isOnce: boolean
  private readonly parcel: LazyPackRow | null
  private parcelFailure: { error: unknown } | null = null
  private measured: MeasuredArea | null = null
  private coverageRows: number[] | null = null
  private coveredHere: Map<string, Coverage[]> | null = null
  private coveredOnParcel: ParcelOverlaps['found'] | null = null
  private readonly found = new Map<string, TableRows>()

  constructor(
    packs: Packs,
    input: LocationInput,
    includeGeometry: boolean,
    includeAdjacent = false,
  ) {
    this.packs = packs
    this.isOnce = input.isOnce ?? false
    const point = pointOf(packs, input)
    const [x, y] = toGridPoint(point)
    this.x = x
    this.y = y
    const parcels = this.tryParcels('parcelRow' in input ? input.parcelRow : null)
    this.parcel = parcels[0] ?? null
    let county: Location['county'] | undefined
    let zip: Location['zip'] | undefined
    this.location = {
      point,
      parcel: this.parcel,
      parcels,
      includeGeometry,
      includeAdjacent,
      get county() {
        if (county === undefined) county = countyAt(packs, x, y, this.parcel)
        return county
      },
      get zip() {
        if (zip === undefined) zip = zipAt(packs, x, y)
        return zip
      },
    }
  }

  /**
   * Finds the parcels here. A failure of their table affects only the sections that need a parcel.
   */
  private tryParcels(requested: number | null): LazyPackRow[] {
    try {
      return this.parcelsHere(requested)
    } catch (error) {
      // Without its parcel the whole dossier could differ.
      if (error instanceof UnavailableFile) throw error
      this.parcelFailure = { error }
      return []
    }
  }

  /** Finds the parcels at the point: the requested one first, then by area and key. */
  private parcelsHere(requested: number | null): LazyPackRow[] {
    const pack = this.packs.get('parcels')
    if (!pack) return []
    const rows = pack.rowsAt(this.x, this.y)
    // The anchor of a sliver may lie on its edge, where the neighbour claims the point.
    if (requested !== null && !rows.includes(requested)) rows.push(requested)
    return rows
      .map((row) => new LazyPackRow(pack, row, pack.value(row, 'area_m2') as number))
      .sort(
        (a, b) =>
          Number(b.number === requested) - Number(a.number === requested) ||
          a.area_m2 - b.area_m2 ||
          (a.parcel_key < b.parcel_key ? -1 : 1),
      )
  }

  /** Whether any source of the build covers the point. */
  isCovered(): boolean {
    const coverage = this.packs.get('coverage')
    return coverage !== undefined && this.rowsHere(coverage).length > 0
  }

  /** Key of the parcel at the location; null without one, and where it cannot be read. */
  parcelKey(): string | null {
    try {
      return this.parcel?.parcel_key ?? null
    } catch (error) {
      if (error instanceof UnavailableFile) throw error
      return null
    }
  }

  rows(reads: readonly Reads[]): SectionRows {
    const needsParcel = reads.some(({ table, onParcel }) => onParcel || table === 'parcels')
    if (this.parcelFailure && needsParcel) throw this.parcelFailure.error
    const rows: SectionRows = {}
    for (const read of reads) rows[read.table] = this.tableRows(read)
    return rows
  }

  private tableRows(reads: Reads): TableRows {
    const key = keyOf(reads)
    const known = this.found.get(key)
    if (known) return known
    const rows = new LazyTableRows(this, reads)
    this.found.set(key, rows)
    return rows
  }

  hasTable(table: string): boolean {
    return this.packs.has(table)
  }

  elsewhere(table: string): Elsewhere {
    return new PackElsewhere(table, this.packs.get(table), this.packs.get('coverage'))
  }

  rowsAtPoint(table: string): LocatedRow[] {
    if (table === 'parcels') return this.location.parcels
    const pack = this.packs.get(table)
    return pack ? this.rowsHere(pack).map((row) => new LazyPackRow(pack, row)) : []
  }

  /** Every section reads the coverages: they are searched once. */
  private rowsHere(pack: Pack): number[] {
    if (pack !== this.packs.get('coverage')) return pack.rowsAt(this.x, this.y)
    this.coverageRows ??= pack.rowsAt(this.x, this.y)
    return this.coverageRows
  }

  rowsKeyed(table: string, { column, of }: NonNullable<Reads['keyed']>): LocatedRow[] {
    const pack = this.packs.get(table)
    if (!pack) return []
    const { county, zip, parcel } = this.location
    const values: Record<typeof of, string[] | null> = {
      county: county && [county.fips, ...county.counterparts],
      zip: zip ? [zip] : null,
      parcel: parcel && [parcel.parcel_key],
    }
    const rows = (values[of] ?? []).flatMap((value) => pack.rowsOf(column, value))
    return rows.map((row) => new LazyPackRow(pack, row))
  }

  rowsNear(table: string, radius_m: number): NearbyRow[] {
    const pack = this.packs.get(table)
    if (!pack) return []
    return pack
      .rowsNear(this.x, this.y, radius_m)
      .map(({ row, distance_m }) => new LazyPackRow(pack, row, Number.NaN, distance_m))
  }

  rowsOnParcel(table: string): RowsOnParcel {
    const pack = this.packs.get(table)
    const { parcel } = this.location
    if (!pack || !parcel) return NOTHING_ON_PARCEL
    switch (pack.geometry) {
      case 'points': {
        const rows = pack.rowsWithin(parcel.polygons())
        return { found: rows.map((row) => new LazyPackRow(pack, row, 0)), slivers_m2: 0 }
      }
      case 'polygons': {
        const { found, slivers_m2 } = this.overlapsWithParcel(pack)
        return {
          found: found.map(({ row, area_m2 }) => new LazyPackRow(pack, row, area_m2)),
          slivers_m2,
        }
      }
      case 'lines':
      case 'none':
        return NOTHING_ON_PARCEL
    }
  }

  coverageAt(table: string): Coverage[] {
    this.coveredHere ??= this.coverageHere()
    return this.coveredHere.get(table) ?? []
  }

  /** Partitions that cover the point, by table. */
  private coverageHere(): Map<string, Coverage[]> {
    const covered = new Map<string, Coverage[]>()
    const pack = this.packs.get('coverage')
    if (!pack) return covered
    const { byRow } = partitionsOf(pack)
    for (const row of this.rowsHere(pack)) {
      const { table } = byRow[row]
      const known = covered.get(table)
      if (known) known.push(byRow[row])
      else covered.set(table, [byRow[row]])
    }
    return covered
  }

  coverageOnParcel(table: string): Coverage[] {
    const pack = this.packs.get('coverage')
    if (!pack || !this.parcel) return []
    this.coveredOnParcel ??= this.overlapsWithParcel(pack).found
    const { byRow } = partitionsOf(pack)
    return this.coveredOnParcel
      .filter(({ row }) => byRow[row].table === table)
      .map(({ row, area_m2 }) => ({ ...byRow[row], parcel_m2: area_m2 }))
  }

  /**
   * Lists the areas that the partitions behind a layer's section declare to cover in this build.
   */
  coveredAreas(layer: Layer): readonly string[] {
    const pack = this.packs.get('coverage')
    return pack ? listCoveredAreas(pack, layer) : []
  }

  partitions(table: string): Coverage[] {
    return listPartitions(this.packs.get('coverage'), table)
  }

  private overlapsWithParcel(pack: Pack): ParcelOverlaps {
    const parcels = this.packs.get('parcels')!
    if (this.isOnce) return parcelOverlaps(pack, this.measure(parcels))
    return cachedOverlaps(pack, parcels, this.parcel!.number, () => this.measure(parcels))
  }

  /** The parcel, prepared once for all tables. */
  private measure(parcels: Pack): MeasuredArea {
    const parcel = this.parcel!
    this.measured ??= {
      polygons: parcel.polygons(),
      area_m2: parcel.area_m2,
      subject: subjectOf(parcels, parcel.number),
    }
    return this.measured
  }
}

/** Texts of what sections read: the same objects in every dossier. */
const keys = new WeakMap<Reads, string>()

/** Sections that read the same of a table have one key. */
function keyOf(reads: Reads): string {
  const known = keys.get(reads)
  if (known) return known
  const { table, onParcel, keyed, near } = reads
  const key = JSON.stringify([table, onParcel, keyed?.column, keyed?.of, near?.radius_m])
  keys.set(reads, key)
  return key
}

/** The given coordinates, or a point for the given parcel. */
function pointOf(packs: Packs, input: LocationInput): Location['point'] {
  const position = input.position && { position: input.position }
  if (!('parcelRow' in input))
    return { lat: input.lat, lng: input.lng, source: input.source ?? 'input', ...position }
  const { lat, lng } = input.at ?? anchorPoint(packs, input.parcelRow)
  return { lat, lng, source: input.source ?? 'parcel_anchor', ...position }
}

function anchorPoint(packs: Packs, parcelRow: number): { lat: number; lng: number } {
  const [x, y] = anchorOf(packs.get('parcels')!.polygons(parcelRow))
  return { lat: y / GRID, lng: x / GRID }
}
