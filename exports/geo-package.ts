import { DatabaseSync } from 'node:sqlite'
import type { ExportLayer } from './export-layer.ts'
import { GeoPackageLayer } from './geo-package-layer.ts'
import { SCHEMA, STATED_ID, UNKNOWN_ID, WGS84_ID } from './geo-package-schema.ts'

/** The name of a file that is in memory alone: `bytes` returns it. */
export const IN_MEMORY = ':memory:'

/** What differs where a GeoPackage carries shapes of another system from program to program. */
export interface CarriedShapes {
  /** WKT of the coordinate system; null when unknown. */
  wkt: string | null
  /** Name of the column of row numbers, which no other column has. */
  rowId: string
}

/**
 * A GeoPackage that is written: layers of rows in their order, in WGS 84. The same rows give the
 * same bytes: SQLite's version, which Node has built in, is the only thing besides that the file
 * depends on. Call `close` in any case; without `finish` the file is not whole.
 */
export class GeoPackage {
  private readonly database: DatabaseSync
  private readonly changedAt: string
  private readonly layers: GeoPackageLayer[] = []

  /**
   * `changedAt`, ISO 8601, stands in the file as the time of its last change. `file` may be
   * `IN_MEMORY`.
   */
  constructor(file: string, changedAt: string) {
    this.database = new DatabaseSync(file)
    this.changedAt = changedAt
    this.database.exec(SCHEMA)
  }

  /**
   * Adds a layer of shapes of one kind in lon/lat, with a spatial index; singles become multiples
   * of one where lines and polygons are written. A layer without a geometry is a plain table.
   */
  addLayer(layer: ExportLayer): GeoPackageLayer {
    return this.add(layer, { frame: WGS84_ID, rowId: freeName('fid', layer), isCarried: false })
  }

  /** Adds a layer of shapes as they are, of any kind and without an index. */
  addCarriedLayer(layer: ExportLayer, { wkt, rowId }: CarriedShapes): GeoPackageLayer {
    if (wkt !== null)
      this.database
        .prepare("INSERT INTO gpkg_spatial_ref_sys VALUES ('stated', ?, 'NONE', ?, ?, NULL)")
        .run(STATED_ID, STATED_ID, wkt)
    const frame = wkt === null ? UNKNOWN_ID : STATED_ID
    return this.add(layer, { frame, rowId, isCarried: true })
  }

  private add(
    layer: ExportLayer,
    shapes: { frame: number; rowId: string; isCarried: boolean },
  ): GeoPackageLayer {
    const added = new GeoPackageLayer(this.database, layer, {
      ...shapes,
      changedAt: this.changedAt,
    })
    this.layers.push(added)
    return added
  }

  /** Adds metadata of the file by name, in the form of GDAL's, which `ogrinfo` and QGIS list. */
  describe(items: Readonly<Record<string, string>>): void {
    const entries = Object.entries(items)
      .map(([name, text]) => `    <MDI key="${escapeXml(name)}">${escapeXml(text)}</MDI>\n`)
      .join('')
    const xml = `<GDALMultiDomainMetadata>\n  <Metadata>\n${entries}  </Metadata>\n</GDALMultiDomainMetadata>\n`
    this.database
      .prepare("INSERT INTO gpkg_metadata VALUES (1, 'dataset', 'http://gdal.org', 'text/xml', ?)")
      .run(xml)
    this.database
      .prepare(
        "INSERT INTO gpkg_metadata_reference VALUES ('geopackage', NULL, NULL, NULL, ?, 1, NULL)",
      )
      .run(this.changedAt)
  }

  /** Completes the layers. Throws the system's or SQLite's error where the disk is full. */
  finish(): void {
    for (const layer of this.layers) layer.finish()
    this.database.exec('COMMIT')
  }

  /** The bytes of the file, after `finish`. */
  bytes(): Uint8Array {
    return this.database.serialize()
  }

  close(): void {
    this.database.close()
  }
}

/** A name that no column of the layer has, in any case: SQLite's names have none. */
function freeName(wanted: string, { geometry, columns }: ExportLayer): string {
  const taken = new Set([geometry, ...columns.map(({ name }) => name)].map((n) => n?.toLowerCase()))
  let name = wanted
  for (let i = 1; taken.has(name); i++) name = `${wanted}_${i}`
  return name
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
