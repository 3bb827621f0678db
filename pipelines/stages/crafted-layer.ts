import { existsSync } from 'node:fs'
import type { Dataset } from 'gdal-async'
import { gdal } from './gdal.ts'

export type CraftedValue = string | number | null

/** A small layer in an agency's format, for tests: what the stages read, GDAL has written. */
export interface CraftedLayer {
  /** `.shp`, `.gdb`, `.gpkg` or `.geojson`: the suffix chooses the driver. A `.gdb` and a `.gpkg` take more layers. */
  file: string
  layer: string
  /** Coordinate system of the file; null leaves the file without one. */
  crs: string | null
  /** Names and types, in order; dates are ISO. A shapefile cuts names at 10 characters. */
  fields: Record<string, 'text' | 'integer' | 'real' | 'date'>
  features: CraftedFeature[]
  /** The declared type of a layer whose geometries are no polygons. */
  geometryType?: number
}

export interface CraftedFeature {
  /** WKT in NAD83 lon/lat; projected on the way when the file is. Null: no geometry. */
  wkt: string | null
  values: Record<string, CraftedValue>
}

const DRIVERS: Record<string, string> = {
  shp: 'ESRI Shapefile',
  gdb: 'OpenFileGDB',
  geojson: 'GeoJSON',
  gpkg: 'GPKG',
}
const FIELD_TYPES = {
  text: gdal.OFTString,
  integer: gdal.OFTInteger64,
  real: gdal.OFTReal,
  date: gdal.OFTDate,
}

/** Writes the layer. Text fields of a shapefile are 80 characters wide, GDAL's default. */
export function craftLayer(crafted: CraftedLayer): string {
  const { file, layer: name, crs, fields, features } = crafted
  const driver = gdal.drivers.get(DRIVERS[file.split('.').at(-1)!])
  const dataset: Dataset = existsSync(file) ? gdal.open(file, 'r+') : driver.create(file)
  const srs = crs === null ? null : gdal.SpatialReference.fromUserInput(crs)
  const layer = dataset.layers.create(name, srs, crafted.geometryType ?? gdal.wkbMultiPolygon)
  for (const [field, type] of Object.entries(fields))
    layer.fields.add(new gdal.FieldDefn(field, FIELD_TYPES[type]))
  const own = Object.fromEntries(
    layer.fields.getNames().map((written, i) => [Object.keys(fields)[i], written]),
  )
  const lonLat = gdal.SpatialReference.fromUserInput('EPSG:4269')
  const project = srs && !srs.isGeographic() ? new gdal.CoordinateTransformation(lonLat, srs) : null
  for (const { wkt, values } of features) {
    const feature = new gdal.Feature(layer)
    for (const [field, value] of Object.entries(values))
      if (value !== null) feature.fields.set(own[field], value)
    if (wkt !== null) {
      const geometry = gdal.Geometry.fromWKT(wkt)
      if (project) geometry.transform(project)
      feature.setGeometry(geometry)
    }
    layer.features.add(feature)
  }
  layer.flush()
  dataset.close()
  return file
}
