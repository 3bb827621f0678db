import { identifier, literal } from '../values/sql-text.ts'

/** Number of a coordinate system in a GeoPackage: that of EPSG for WGS 84. */
export const WGS84_ID = 4326
/** Number of the system that GDAL reads as "none". */
export const UNKNOWN_ID = 99_999
/** Number of a system that the caller describes. */
export const STATED_ID = 100_000

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]'

/**
 * Tables of a GeoPackage 1.2 (OGC 12-128r15): GDAL 3.6 and QGIS 3.22 read it without a warning, and
 * warn of 1.4. The extensions for metadata and for descriptions of columns are part of it.
 */
export const SCHEMA = `
  PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10200;
  PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
  BEGIN;
  CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
    organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL,
    description TEXT);
  CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
    identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
    geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
  CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
    definition TEXT NOT NULL, scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
  CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL,
    md_scope TEXT NOT NULL DEFAULT 'dataset', md_standard_uri TEXT NOT NULL,
    mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
  CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL, table_name TEXT,
    column_name TEXT, row_id_value INTEGER,
    timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
    CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
    CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));
  CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT,
    title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT,
    CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
    CONSTRAINT gdc_tn UNIQUE (table_name, name));
  CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL,
    constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC,
    max_is_inclusive BOOLEAN, description TEXT,
    CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
    ('Undefined SRS', ${UNKNOWN_ID}, 'GDAL', ${UNKNOWN_ID}, 'undefined', NULL),
    ('WGS 84 geodetic', ${WGS84_ID}, 'EPSG', ${WGS84_ID}, ${literal(WGS84)}, 'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
  INSERT INTO gpkg_extensions VALUES
    ('gpkg_metadata', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec120/#extension_metadata', 'read-write'),
    ('gpkg_metadata_reference', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec120/#extension_metadata', 'read-write'),
    ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec120/#extension_schema', 'read-write'),
    ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec120/#extension_schema', 'read-write');`

/** Name of the spatial index of a layer, unquoted. */
export function indexName(layer: string, geometry: string): string {
  return `rtree_${layer}_${geometry}`
}

/** SQL that makes the empty spatial index of a layer. */
export function createIndex(layer: string, geometry: string): string {
  const name = indexName(layer, geometry)
  return `
    CREATE VIRTUAL TABLE ${identifier(name)} USING rtree(id, minx, maxx, miny, maxy);
    INSERT INTO gpkg_extensions VALUES (${literal(layer)}, ${literal(geometry)}, 'gpkg_rtree_index',
      'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');`
}

/**
 * SQL of the triggers by which programs that edit the file maintain its spatial index. They call
 * functions that such a program has and SQLite has not, so they are made after all rows.
 */
export function createIndexTriggers(layer: string, geometry: string, rowId: string): string {
  const name = indexName(layer, geometry)
  const [table, index, shape, id] = [layer, name, geometry, rowId].map(identifier)
  const trigger = (suffix: string, when: string, what: string) =>
    `CREATE TRIGGER ${identifier(`${name}_${suffix}`)} AFTER ${when} BEGIN ${what} END;`
  const isThere = `(NEW.${shape} NOTNULL AND NOT ST_IsEmpty(NEW.${shape}))`
  const isAbsent = `(NEW.${shape} ISNULL OR ST_IsEmpty(NEW.${shape}))`
  const sides = ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'].map((f) => `${f}(NEW.${shape})`)
  const insert = `INSERT OR REPLACE INTO ${index} VALUES (NEW.${id}, ${sides.join(', ')});`
  const remove = `DELETE FROM ${index} WHERE id = OLD.${id};`
  const same = `UPDATE OF ${shape} ON ${table} WHEN OLD.${id} = NEW.${id} AND`
  const moved = `UPDATE ON ${table} WHEN OLD.${id} != NEW.${id} AND`
  return [
    trigger('insert', `INSERT ON ${table} WHEN ${isThere}`, insert),
    trigger('update1', `${same} ${isThere}`, insert),
    trigger('update2', `${same} ${isAbsent}`, remove),
    trigger('update3', `${moved} ${isThere}`, `${remove} ${insert}`),
    trigger(
      'update4',
      `${moved} ${isAbsent}`,
      `DELETE FROM ${index} WHERE id IN (OLD.${id}, NEW.${id});`,
    ),
    trigger('delete', `DELETE ON ${table} WHEN OLD.${shape} NOT NULL`, remove),
  ].join('\n')
}
