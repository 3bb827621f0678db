import type { Subject } from './geometry/overlap.ts'
import { GRID, type Polygons } from './geometry/polygons.ts'
import { subjectOf } from './kept-subjects.ts'
import type { Reads } from './layer.ts'
import { countyAt, zipAt } from './located-county.ts'
import type {
  Coverage,
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

  constructor(packs: Packs, lat: number, lng: number, includeGeometry: boolean) {
    this.packs = packs
    this.x = Math.round(lng * GRID)
    this.y = Math.round(lat * GRID)
    const parcels = this.tryParcels()
    this.parcel = parcels[0] ?? null
    let county: Location['county'] | undefined
    let zip: Location['zip'] | undefined
    const { x, y } = this
    this.location = {
      point: { lat, lng, source: 'input' },
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
  private tryParcels(): FoundRow[] {
    try {
      return this.parcelsHere()
    } catch (error) {
      this.parcelFailure = { error }
      return []
    }
  }

  /** Smallest first, ties broken by key. */
  private parcelsHere(): FoundRow[] {
    const pack = this.packs.get('parcels')
    if (!pack) return []
    return pack
      .rowsAt(this.x, this.y)
      .map((row) => new FoundRow(pack, row, pack.value(row, 'area_m2') as number))
      .sort((a, b) => a.area_m2 - b.area_m2 || (a.parcel_key < b.parcel_key ? -1 : 1))
  }

  rows(reads: readonly Reads[]): SectionRows {
    const needsParcel = reads.some(({ table, onParcel }) => onParcel || table === 'parcels')
    if (this.parcelFailure && needsParcel) throw this.parcelFailure.error
    return Object.fromEntries(reads.map((read) => [read.table, this.tableRows(read)]))
  }

  private tableRows({ table, onParcel, keyed }: Reads): TableRows {
    const key = `${table} ${onParcel} ${keyed?.column ?? ''} ${keyed?.of ?? ''}`
    const known = this.found.get(key)
    if (known) return known
    const pack = this.packs.get(table)
    const atPoint =
      table === 'parcels'
        ? this.location.parcels
        : (pack?.rowsAt(this.x, this.y) ?? []).map((row) => new FoundRow(pack!, row, Number.NaN))
    const overlaps = pack && onParcel ? this.overlaps(pack) : []
    const looked = pack && keyed ? this.keyedRows(pack, keyed) : []
    const coverage = this.coverageOf(table, onParcel)
    const rows: TableRows = {
      atPoint,
      onParcel: overlaps,
      keyed: looked,
      coverage: coverage.filter((partition) => partition.coversPoint),
      coverageOnParcel: coverage.filter((partition) => partition.parcel_m2 > SLIVER_M2),
      spoke: [],
      inBuild: pack !== undefined,
    }
    const speaking = new Set(
      [...atPoint, ...overlaps, ...looked].map((found) => found.row.partition),
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

/** A row of a pack, decoded when first looked at. */
class FoundRow implements LocatedParcel, FoundOverlap {
  readonly area_m2: number
  private readonly pack: Pack
  readonly number: number
  private values: Row | undefined

  constructor(pack: Pack, number: number, area_m2: number) {
    this.pack = pack
    this.number = number
    this.area_m2 = area_m2
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
