import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { identifier } from '../../values/sql-text.ts'

export interface GeoPackageColumn {
  name: string
  type: 'INTEGER' | 'BOOLEAN' | 'DOUBLE' | 'DATE' | 'TEXT'
}

export interface GeoPackageLayer {
  geometry: string
  columns: readonly GeoPackageColumn[]
  /** WKT of the coordinate system; null when unknown. */
  wkt: string | null
}

/**
 * "GP", version 1, little endian without an envelope, and the frame's number: OGC 12-128r19, 2.1.3.
 */
const HEADER_BYTES = 8
/** Number of the file's own frame, and of the one that GDAL reads as "none". */
const FRAME_ID = 100_000
const UNKNOWN_FRAME_ID = 99_999
/** A name that no publisher gives a column. */
const ROW_ID = 'plat_row_number'
const LAYER = 'features'

/** Writes features into a GeoPackage of one layer, in their order, their WKB as it is. */
export class GeoPackageWriter {
  private readonly database: DatabaseSync
  private readonly insert: StatementSync
  private readonly header: Buffer

  constructor(file: string, { geometry, columns, wkt }: GeoPackageLayer) {
    const frame = wkt === null ? UNKNOWN_FRAME_ID : FRAME_ID
    this.header = Buffer.alloc(HEADER_BYTES)
    this.header.write('GP', 'latin1')
    this.header.writeUInt8(1, 3)
    this.header.writeInt32LE(frame, 4)
    this.database = new DatabaseSync(file)
    this.database.exec(`
      PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300;
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
        organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL,
        description TEXT);
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT,
        description TEXT, last_change TEXT, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
        srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
        geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined SRS', ${UNKNOWN_FRAME_ID}, 'GDAL', ${UNKNOWN_FRAME_ID}, 'undefined', NULL);
      INSERT INTO gpkg_contents VALUES ('${LAYER}', 'features', NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${frame});
      BEGIN`)
    if (wkt !== null)
      this.database
        .prepare("INSERT INTO gpkg_spatial_ref_sys VALUES ('stated', ?, 'NONE', ?, ?, NULL)")
        .run(FRAME_ID, FRAME_ID, wkt)
    this.database
      .prepare(`INSERT INTO gpkg_geometry_columns VALUES ('${LAYER}', ?, 'GEOMETRY', ?, 2, 2)`)
      .run(geometry, frame)
    const own = columns.map(({ name, type }) => `, ${identifier(name)} ${type}`).join('')
    this.database.exec(
      `CREATE TABLE ${LAYER} (${ROW_ID} INTEGER PRIMARY KEY, ${identifier(geometry)} GEOMETRY${own})`,
    )
    const marks = columns.map(() => ', ?').join('')
    this.insert = this.database.prepare(`INSERT INTO ${LAYER} VALUES (NULL, ?${marks})`)
  }

  add(wkb: Uint8Array | null, values: readonly (string | number | bigint | null)[]): void {
    this.insert.run(wkb === null ? null : Buffer.concat([this.header, wkb]), ...values)
  }

  finish(): void {
    this.database.exec('COMMIT')
  }

  close(): void {
    this.database.close()
  }
}
