import { statSync } from 'node:fs'
import { type GeoPackageRange, readGeoPackageSlice } from './geo-package-slice.ts'
import type { GeoPackageTable } from './geo-package-table.ts'
import type { MeasuredSlice } from './measured-slice.ts'
import type { Shapefile } from './shapefile.ts'
import { readShapefileSlice, type ShapefileRange } from './shapefile-slice.ts'

/** A file whose records are read without GDAL. */
export type OwnFile = { shapefile: Shapefile } | { geoPackage: GeoPackageTable }

/** Records of such a file from one to before another, with the columns that are read. */
export type OwnRange = ShapefileRange | GeoPackageRange

/** Null where GDAL alone knows what a record is. It needs no GDAL: it runs in any thread. */
export function readOwnRange(range: OwnRange): MeasuredSlice | null {
  return 'shapefile' in range ? readShapefileSlice(range) : readGeoPackageSlice(range)
}

/** Bytes of the records, were all of the same size. */
export function bytesOfRange(range: OwnRange): number {
  const [file, records] =
    'shapefile' in range
      ? [range.shapefile.shp, range.shapefile.records]
      : [range.geoPackage.file, range.geoPackage.rows]
  return (statSync(file).size * (range.to - range.from)) / records
}
