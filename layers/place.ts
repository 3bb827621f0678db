import { anchorOf } from './geometry/anchor.ts'
import type { Subject } from './geometry/overlap.ts'
import { GRID, type Polygons } from './geometry/polygons.ts'
import { subjectOf } from './kept-subjects.ts'
import type { Reads } from './layer.ts'
import { countyAt, zipAt } from './located-county.ts'
import type {
  Coverage,
  FoundNear,
  FoundOverlap,
  LocatedParcel,
  Location,
  Row,
  SectionRows,
  TableRows,
} from './location.ts'
import type { Pack } from './packs/pack-reader.ts'
import { partitionsOf } from './partitions.ts'

/**
 * Overlaps below these are left out: a shared border on the 1e-7 degree grid makes slivers of
 * about 1 cm, which over 10 m of border is 0.1 m2, and says nothing about the parcel.
 */
const SLIVER_M2 = 0.1
const SLIVER_SHARE = 1e-6

/** The packs of one build by table name, `coverage` included. */
export type Packs = ReadonlyMap<string, Pack>

/** What a place is found by: its coordinates in degrees, or the number of its parcel's row. */
export type Spot = { lat: number; lng: number } | { parcelRow: number }

/** A spot with its candidates: each table is searched once, however many sections read it. */
export class Place {
  readonly location: Location
  private readonly packs: Packs
  private readonly x: number
  private readonly y: number
  private readonly parcel: FoundRow | null
  private parcelFailure: { error: unknown } | null = null
  private subject: Subject | null = null
  private coveredHere: number[] | null = null
  private parcelShares: Map<number, number> | null = null
  private readonly found = new Map<string, TableRows>()

  constructor(packs: Packs, spot: Spot, includeGeometry: boolean) {
    this.packs = packs
    const point = pointOf(packs, spot)
    this.x = Math.round(point.lng * GRID)
    this.y = Math.round(point.lat * GRID)
    const parcels = this.tryParcels('parcelRow' in spot ? spot.parcelRow : null)
    this.parcel = parcels[0] ?? null
    let county: Location['county'] | undefined
    let zip: Location['zip'] | undefined
    const { x, y } = this
    this.location = {
      point,
      parcel: this.parcel,
      parcels,
      includeGeometry,
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

  /** A parcel table that fails takes down the sections that need a parcel, and no others. */
  private tryParcels(asked: number | null): FoundRow[] {
    try {
      return this.parcelsHere(asked)
    } catch (error) {
      this.parcelFailure = { error }
      return []
    }
  }

  /** The parcel that was asked for first, then the smallest, ties broken by key. */
  private parcelsHere(asked: number | null): FoundRow[] {
    const pack = this.packs.get('parcels')
    if (!pack) return []
    const rows = pack.rowsAt(this.x, this.y)
    // The anchor of a sliver may lie on its edge, where the neighbour claims the point.
    if (asked !== null && !rows.includes(asked)) rows.push(asked)
    return rows
      .map((row) => new FoundRow(pack, row, pack.value(row, 'area_m2') as number))
      .sort(
        (a, b) =>
          Number(b.number === asked) - Number(a.number === asked) ||
          a.area_m2 - b.area_m2 ||
          (a.parcel_key < b.parcel_key ? -1 : 1),
      )
  }

  rows(reads: readonly Reads[]): SectionRows {
    const needsParcel = reads.some(({ table, onParcel }) => onParcel || table === 'parcels')
    if (this.parcelFailure && needsParcel) throw this.parcelFailure.error
    return Object.fromEntries(reads.map((read) => [read.table, this.tableRows(read)]))
  }

  private tableRows({ table, onParcel, keyed, near }: Reads): TableRows {
    const key = `${table} ${onParcel} ${keyed?.column ?? ''} ${keyed?.of ?? ''} ${near?.radius_m ?? ''}`
    const known = this.found.get(key)
    if (known) return known
    const pack = this.packs.get(table)
    const atPoint =
      table === 'parcels'
        ? this.location.parcels
        : (pack?.rowsAt(this.x, this.y) ?? []).map((row) => new FoundRow(pack!, row, Number.NaN))
    const overlaps = pack && onParcel ? this.overlaps(pack) : []
    const looked = pack && keyed ? this.keyedRows(pack, keyed) : []
    const around = pack && near ? this.rowsNear(pack, near.radius_m) : []
    const coverage = this.coverageOf(table, onParcel)
    const rows: TableRows = {
      atPoint,
      onParcel: overlaps,
      keyed: looked,
      near: around,
      coverage: coverage.filter((partition) => partition.coversPoint),
      coverageOnParcel: coverage.filter((partition) => partition.parcel_m2 > SLIVER_M2),
      spoke: [],
      inBuild: pack !== undefined,
    }
    const speaking = new Set(
      [...atPoint, ...overlaps, ...looked, ...around].map((found) => found.row.partition),
    )
    rows.spoke = [
      ...rows.coverage,
      ...coverage.filter((each) => !each.coversPoint && speaking.has(each.partition)),
    ]
    this.found.set(key, rows)
    return rows
  }

  private keyedRows(pack: Pack, { column, of }: NonNullable<Reads['keyed']>): FoundRow[] {
    const { county, zip, parcel } = this.location
    const values =
      of === 'county'
        ? county && [county.fips, ...county.counterparts]
        : of === 'zip'
          ? zip && [zip]
          : parcel && [parcel.parcel_key]
    const rows = (values || []).flatMap((value) => pack.rowsOf(column, value))
    return rows.map((row) => new FoundRow(pack, row, Number.NaN))
  }

  private rowsNear(pack: Pack, radius_m: number): FoundNear[] {
    return pack
      .rowsNear(this.x, this.y, radius_m)
      .map(({ row, distance_m }) => new FoundRow(pack, row, Number.NaN, distance_m))
  }

  private overlaps(pack: Pack): FoundOverlap[] {
    const { parcel } = this.location
    if (parcel && pack.header.geometry === 'points')
      return pack.rowsWithin(parcel.polygons()).map((row) => new FoundRow(pack, row, 0))
    const subject = this.parcelSubject()
    if (!parcel || !subject) return []
    const sliver = Math.max(SLIVER_M2, parcel.area_m2 * SLIVER_SHARE)
    return pack
      .overlaps(subject)
      .filter(({ area_m2 }) => area_m2 > sliver)
      .map(({ row, area_m2 }) => new FoundRow(pack, row, area_m2))
  }

  private coverageOf(table: string, onParcel: boolean): (Coverage & { coversPoint: boolean })[] {
    const pack = this.packs.get('coverage')
    if (!pack) return []
    this.coveredHere ??= pack.rowsAt(this.x, this.y)
    const shares = onParcel ? this.parcelCoverage(pack) : null
    return partitionsOf(pack, table).map((partition) => ({
      ...partition,
      coversPoint: this.coveredHere!.includes(partition.packRow),
      parcel_m2: shares?.get(partition.packRow) ?? 0,
    }))
  }

  /** Square metres of the parcel inside each coverage. */
  private parcelCoverage(pack: Pack): Map<number, number> {
    const subject = this.parcelSubject()
    this.parcelShares ??= new Map(
      subject ? pack.overlaps(subject).map(({ row, area_m2 }) => [row, area_m2]) : [],
    )
    return this.parcelShares
  }

  /** The parcel made ready to be measured against, once for all tables. */
  private parcelSubject(): Subject | null {
    const { parcel } = this
    if (parcel) this.subject ??= subjectOf(this.packs.get('parcels')!, parcel.number)
    return this.subject
  }
}

/** The coordinates that were asked about, or a point that stands for the parcel asked about. */
function pointOf(packs: Packs, spot: Spot): Location['point'] {
  if (!('parcelRow' in spot)) return { lat: spot.lat, lng: spot.lng, source: 'input' }
  const [x, y] = anchorOf(packs.get('parcels')!.polygons(spot.parcelRow))
  return { lat: y / GRID, lng: x / GRID, source: 'parcel_anchor' }
}

/** A row of a pack, decoded when first looked at. */
class FoundRow implements LocatedParcel, FoundOverlap, FoundNear {
  readonly area_m2: number
  readonly distance_m: number
  private readonly pack: Pack
  readonly number: number
  private values: Row | undefined

  constructor(pack: Pack, number: number, area_m2: number, distance_m = Number.NaN) {
    this.pack = pack
    this.number = number
    this.area_m2 = area_m2
    this.distance_m = distance_m
  }

  get row(): Row {
    this.values ??= this.pack.row(this.number)
    return this.values
  }

  get parcel_key(): string {
    return this.pack.value(this.number, 'parcel_key') as string
  }

  polygons(): Polygons {
    return this.pack.polygons(this.number)
  }

  point(): [lng: number, lat: number] {
    const [x, y] = this.pack.point(this.number)
    return [x / GRID, y / GRID]
  }
}
