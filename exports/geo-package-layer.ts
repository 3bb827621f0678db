import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { StepError } from '../terminal/step-error.ts'
import { identifier } from '../values/sql-text.ts'
import type { ExportColumn, ExportLayer, ExportType, ExportValue } from './export-layer.ts'
import { createIndex, createIndexTriggers, indexName } from './geo-package-schema.ts'
import { asMany, manyOf, outlineOf, type ShapeKind, type ShapeOutline } from './shape-kind.ts'

const SQL_TYPES: Readonly<Record<ExportType, string>> = {
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  real: 'DOUBLE',
  date: 'DATE',
  datetime: 'DATETIME',
  text: 'TEXT',
  json: 'TEXT',
  blob: 'BLOB',
}

/**
 * "GP", version 1, flags, and the number of the coordinate system: OGC 12-128r15, 2.1.3. Bit 0 of
 * the flags is "little endian", bits 1 to 3 are 1 where a box of two dimensions follows, bit 4 is
 * "empty".
 */
const HEADER_BYTES = 8
const BOX_BYTES = 32
const LITTLE_ENDIAN = 1
const WITH_BOX = 2
const EMPTY = 16

interface LayerOptions {
  frame: number
  rowId: string
  /** Shapes stay as they are, of any kind, without an index. */
  isCarried: boolean
  changedAt: string
}

/** One layer of a GeoPackage that is written. */
export class GeoPackageLayer {
  private readonly database: DatabaseSync
  private readonly layer: ExportLayer
  private readonly options: LayerOptions
  private readonly insert: StatementSync
  private readonly insertBox: StatementSync | null = null
  private readonly extent = [Infinity, Infinity, -Infinity, -Infinity]
  private kind: ShapeKind | null = null
  private rows = 0

  constructor(database: DatabaseSync, layer: ExportLayer, options: LayerOptions) {
    const { name, about, geometry, columns } = layer
    const { frame, rowId, isCarried, changedAt } = options
    this.database = database
    this.layer = layer
    this.options = options
    // A foreign key of the geometry columns refers to it, so it is first.
    database
      .prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL, NULL, ?)')
      .run(
        name,
        geometry === null ? 'attributes' : 'features',
        name,
        about ?? '',
        changedAt,
        geometry === null ? null : frame,
      )
    const shapes = geometry === null ? [] : [`${identifier(geometry)} GEOMETRY`]
    const own = columns.map((column) => `${identifier(column.name)} ${SQL_TYPES[column.type]}`)
    const id = `${identifier(rowId)} INTEGER PRIMARY KEY NOT NULL`
    database.exec(`CREATE TABLE ${identifier(name)} (${[id, ...shapes, ...own].join(', ')})`)
    describeColumns(database, name, columns)
    const places = Array.from({ length: 1 + shapes.length + own.length }, () => '?')
    this.insert = database.prepare(`INSERT INTO ${identifier(name)} VALUES (${places.join(', ')})`)
    if (geometry !== null && !isCarried) {
      database.exec(createIndex(name, geometry))
      const index = identifier(indexName(name, geometry))
      this.insertBox = database.prepare(`INSERT INTO ${index} VALUES (?, ?, ?, ?, ?)`)
    }
  }

  /**
   * Adds a row. Throws `StepError` for a shape that the layer cannot hold beside those before it:
   * of another kind, or with heights.
   */
  add(shape: Uint8Array | null, values: readonly ExportValue[]): void {
    const row = ++this.rows
    const texts = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    if (this.layer.geometry === null) this.insert.run(row, ...texts)
    else this.insert.run(row, shape === null ? null : this.encode(row, shape), ...texts)
  }

  private encode(row: number, wkb: Uint8Array): Uint8Array {
    const { frame, isCarried } = this.options
    if (isCarried) return Buffer.concat([header(frame, LITTLE_ENDIAN, null), wkb])
    const outline = outlineOf(wkb)
    this.expectKind(outline)
    const { kind, box } = outline
    // Points stay single: programs offer more for them, and few tables have multiples.
    const body = kind === 'POINT' ? wkb : asMany(wkb, kind)
    if (box === null) return Buffer.concat([header(frame, LITTLE_ENDIAN | EMPTY, null), body])
    const [west, south, east, north] = box
    this.insertBox?.run(row, west, east, south, north)
    this.extend(west, south, east, north)
    if (kind === 'POINT') return Buffer.concat([header(frame, LITTLE_ENDIAN, null), body])
    return Buffer.concat([header(frame, LITTLE_ENDIAN | WITH_BOX, box), body])
  }

  private expectKind({ kind, dimensions }: ShapeOutline): void {
    const own = kind === 'POINT' ? kind : manyOf(kind)
    this.kind ??= own
    if (this.kind !== own)
      throw this.refuse(
        `it has shapes of two kinds, ${this.kind} and ${kind}, and a layer is of one`,
        'Select the rows of one kind, or write .geojson, .parquet or .csv, which hold several.',
      )
    if (dimensions !== 2)
      throw this.refuse(
        `its coordinates have ${dimensions} numbers, and layers of Plat have longitude and latitude`,
        'Select shapes of the tables of the build, or write .parquet or .csv.',
      )
  }

  private refuse(problem: string, remedy: string): StepError {
    return new StepError('write the layer', this.layer.name, problem, remedy)
  }

  private extend(west: number, south: number, east: number, north: number): void {
    const { extent } = this
    extent[0] = Math.min(extent[0], west)
    extent[1] = Math.min(extent[1], south)
    extent[2] = Math.max(extent[2], east)
    extent[3] = Math.max(extent[3], north)
  }

  /** Completes the layer after its last row: its kind, its extent and its triggers. */
  finish(): void {
    const { name, geometry } = this.layer
    const { frame, rowId, isCarried } = this.options
    if (geometry === null) return
    const anyDimension = isCarried ? 2 : 0
    this.database
      .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)')
      .run(name, geometry, this.kind ?? 'GEOMETRY', frame, anyDimension, anyDimension)
    if (isCarried) return
    if (this.extent.every(Number.isFinite))
      this.database
        .prepare(
          'UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?',
        )
        .run(...this.extent, name)
    this.database.exec(createIndexTriggers(name, geometry, rowId))
  }
}

function describeColumns(
  database: DatabaseSync,
  table: string,
  columns: readonly ExportColumn[],
): void {
  const insert = database.prepare(
    'INSERT INTO gpkg_data_columns VALUES (?, ?, NULL, NULL, ?, ?, NULL)',
  )
  for (const { name, type, comment } of columns)
    if (comment !== null || type === 'json')
      insert.run(table, name, comment, type === 'json' ? 'application/json' : null)
}

function header(frame: number, flags: number, box: readonly number[] | null): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + (box === null ? 0 : BOX_BYTES))
  bytes.write('GP', 'latin1')
  bytes.writeUInt8(flags, 3)
  bytes.writeInt32LE(frame, 4)
  if (box !== null) {
    const [west, south, east, north] = box
    for (const [i, side] of [west, east, south, north].entries())
      bytes.writeDoubleLE(side, HEADER_BYTES + i * 8)
  }
  return bytes
}
