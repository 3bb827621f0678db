import { makeSubject, type Subject } from './geometry/overlap.ts'
import { GRID, type Polygons } from './geometry/polygons.ts'
import { LAYERS, PLANNED_LAYERS, SECTION_NAMES } from './index.ts'
import type { Layer, PlannedLayer, Reads } from './layer.ts'
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
import type { Section } from './section.ts'

/**
 * Overlaps below these are left out: a shared border on the 1e-7 degree grid makes slivers of
 * about 1 cm, which over 10 m of border is 0.1 m2, and says nothing about the parcel.
 */
const SLIVER_M2 = 0.1
const SLIVER_SHARE = 1e-6

/** The packs of one build by table name, `coverage` included. */
export type Packs = ReadonlyMap<string, Pack>

export interface DossierQuery {
  lat: number
  lng: number
  /** Section names; all when absent. */
  layers?: readonly string[]
  includeGeometry?: boolean
}

/** The sections of one spot. The same build and query give the same bytes. */
export interface Dossier {
  point: Location['point']
  layers: Record<string, Section>
}

/**
 * What is known at a spot: resolves the place once, finds the rows of every requested section and
 * runs the sections. A section that throws becomes `not_available`; the others still answer.
 * `onFailure` hears about it. The service, the scorecard and the command line call this.
 */
export function assembleDossier(
  packs: Packs,
  query: DossierQuery,
  onFailure: (section: string, error: unknown) => void = () => {},
  layers: readonly Layer[] = LAYERS,
): Dossier {
  const place = new Place(packs, query)
  const wanted = query.layers ?? SECTION_NAMES
  const sections: Record<string, Section> = {}
  for (const name of SECTION_NAMES) {
    if (!wanted.includes(name)) continue
    const layer = layers.find((candidate) => candidate.id === name)
    const planned = PLANNED_LAYERS.find((candidate) => candidate.id === name)
    if (layer) sections[name] = answerSection(layer, place, onFailure)
    else if (planned) sections[name] = plannedSection(planned)
  }
  return { point: place.location.point, layers: sections }
}

function answerSection(
  layer: Layer,
  place: Place,
  onFailure: (section: string, error: unknown) => void,
): Section {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} has no section`)
  const { name, category, reads, answer } = layer.section
  const envelope = { object: 'location_section' as const, layer: layer.id, name, category }
  try {
    return { ...envelope, ...answer(place.location, place.rows(reads)) }
  } catch (error) {
    onFailure(layer.id, error)
    return {
      ...envelope,
      status: 'not_available',
      summary: `The ${name.toLowerCase()} section could not be answered this time.`,
      data: null,
      reason: 'The section failed on the data of this spot.',
      hint: 'Ask again; if it stays, report the request id.',
    }
  }
}

function plannedSection(planned: PlannedLayer): Section {
  return {
    object: 'location_section',
    layer: planned.id,
    name: planned.section.name,
    category: planned.section.category,
    status: 'not_covered',
    summary: `${planned.section.name} is planned and not in this build, so nothing is known here.`,
    data: null,
    reason: `The layer is planned, from ${planned.plannedFrom}; no build has it yet.`,
    hint: 'GET /v1/layers tells which layers are available.',
  }
}

/** A spot with its candidates: each table is searched once, however many sections read it. */
class Place {
  readonly location: Location
  private readonly packs: Packs
  private readonly x: number
  private readonly y: number
  private readonly parcel: PackRow | null
  private parcelFailure: { error: unknown } | null = null
  private subject: Subject | null = null
  private coveredHere: number[] | null = null
  private parcelShares: Map<number, number> | null = null
  private readonly found = new Map<string, TableRows>()

  constructor(packs: Packs, query: DossierQuery) {
    this.packs = packs
    this.x = Math.round(query.lng * GRID)
    this.y = Math.round(query.lat * GRID)
    const parcels = this.tryParcels()
    this.parcel = parcels[0] ?? null
    this.location = {
      point: { lat: query.lat, lng: query.lng, source: 'input' },
      parcel: this.parcel,
      parcels,
      includeGeometry: query.includeGeometry ?? false,
    }
  }

  /** A parcel table that fails takes down the sections that need a parcel, and no others. */
  private tryParcels(): PackRow[] {
    try {
      return this.parcelsHere()
    } catch (error) {
      this.parcelFailure = { error }
      return []
    }
  }

  /** Smallest first, ties broken by key. */
  private parcelsHere(): PackRow[] {
    const pack = this.packs.get('parcels')
    if (!pack) return []
    return pack
      .rowsAt(this.x, this.y)
      .map((row) => new PackRow(pack, row, pack.value(row, 'area_m2') as number))
      .sort((a, b) => a.area_m2 - b.area_m2 || (a.parcel_key < b.parcel_key ? -1 : 1))
  }

  rows(reads: readonly Reads[]): SectionRows {
    const needsParcel = reads.some(({ table, onParcel }) => onParcel || table === 'parcels')
    if (this.parcelFailure && needsParcel) throw this.parcelFailure.error
    return Object.fromEntries(reads.map((read) => [read.table, this.tableRows(read)]))
  }

  private tableRows({ table, onParcel }: Reads): TableRows {
    const key = `${table} ${onParcel}`
    const known = this.found.get(key)
    if (known) return known
    const pack = this.packs.get(table)
    const atPoint =
      table === 'parcels'
        ? this.location.parcels
        : (pack?.rowsAt(this.x, this.y) ?? []).map((row) => new PackRow(pack!, row, Number.NaN))
    const overlaps = pack && onParcel ? this.overlaps(pack) : []
    const coverage = this.coverageOf(table, onParcel)
    const rows: TableRows = {
      atPoint,
      onParcel: overlaps,
      coverage: coverage.filter((partition) => partition.coversPoint),
      spoke: [],
      inBuild: pack !== undefined,
    }
    const speaking = new Set([...atPoint, ...overlaps].map((found) => found.row.partition))
    rows.spoke = [
      ...rows.coverage,
      ...coverage.filter((each) => !each.coversPoint && speaking.has(each.partition)),
    ]
    this.found.set(key, rows)
    return rows
  }

  private overlaps(pack: Pack): FoundOverlap[] {
    const { parcel } = this.location
    const subject = this.parcelSubject()
    if (!parcel || !subject) return []
    const sliver = Math.max(SLIVER_M2, parcel.area_m2 * SLIVER_SHARE)
    return pack
      .overlaps(subject)
      .filter(({ area_m2 }) => area_m2 > sliver)
      .map(({ row, area_m2 }) => new PackRow(pack, row, area_m2))
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

  /** The parcel cut into triangles, once for all tables. */
  private parcelSubject(): Subject | null {
    const { parcel } = this
    if (parcel) this.subject ??= subjectOf(this.packs.get('parcels')!, parcel)
    return this.subject
  }
}

/** Parcels of more points than this are kept cut: a street network has thousands. */
const KEPT_SUBJECT_POINTS = 256
/** So many are kept per pack, the last used ones: about 100 bytes a point. */
const KEPT_SUBJECTS_MAX = 64

const keptSubjects = new WeakMap<Pack, Map<number, Subject>>()

function subjectOf(pack: Pack, parcel: PackRow): Subject {
  const { number } = parcel
  const kept = keptSubjects.get(pack) ?? new Map<number, Subject>()
  keptSubjects.set(pack, kept)
  const known = kept.get(number)
  if (known) {
    kept.delete(number)
    kept.set(number, known)
    return known
  }
  const shape = parcel.polygons()
  const subject = makeSubject(shape)
  if (shape.coords.length / 2 > KEPT_SUBJECT_POINTS) {
    kept.set(number, subject)
    if (kept.size > KEPT_SUBJECTS_MAX) kept.delete(kept.keys().next().value!)
  }
  return subject
}

type Partition = Coverage & { packRow: number }

/** Decoded once per pack: a build has as many partitions as counties, not as many as parcels. */
const partitionCache = new WeakMap<Pack, Map<string, Partition[]>>()

function partitionsOf(pack: Pack, table: string): Partition[] {
  let byTable = partitionCache.get(pack)
  if (!byTable) {
    byTable = new Map()
    for (let packRow = 0; packRow < pack.rows; packRow++) {
      const values = pack.values(packRow) as unknown as Coverage & { table_name: string }
      const partition = { ...values, table: values.table_name, packRow, parcel_m2: 0 }
      byTable.set(partition.table, [...(byTable.get(partition.table) ?? []), partition])
    }
    partitionCache.set(pack, byTable)
  }
  return byTable.get(table) ?? []
}

/** A row of a pack, decoded when first looked at. */
class PackRow implements LocatedParcel, FoundOverlap {
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
}
