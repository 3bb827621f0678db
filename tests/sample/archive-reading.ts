import gdal from 'gdal-async'
import { type ArchiveEntry, writeStoredZip } from '../../sample/files/stored-zip.ts'
import type { LngLat } from '../../sample/plan/plan.ts'

let opened = 0

/** An archive's member as GDAL reads it, without a file on disk. */
export function readLayer(entries: readonly ArchiveEntry[], member: string): gdal.Layer {
  const path = `/vsimem/sample-${++opened}.zip`
  gdal.vsimem.set(writeStoredZip(entries), path)
  return gdal.open(`/vsizip/${path}/${member}`).layers.get(0)
}

/** A feature's fields and its polygon, null in a table without geometry. */
export interface ReadFeature {
  fields: Record<string, unknown>
  polygon: gdal.Geometry | null
}

export function readFeatures(entries: readonly ArchiveEntry[], member: string): ReadFeature[] {
  return readLayer(entries, member).features.map((feature) => ({
    fields: feature.fields.toObject(),
    polygon: member.endsWith('.shp') ? feature.getGeometry() : null,
  }))
}

/** The text of one member. */
export function readText(entries: readonly ArchiveEntry[], member: string): string {
  const entry = entries.find(({ name }) => name === member)
  if (entry === undefined) throw new Error(`no ${member} in the archive`)
  return entry.content.toString('latin1')
}

/** A point in the coordinate system of a layer. */
export function pointIn(layer: gdal.Layer, [lng, lat]: LngLat): gdal.Point {
  const point = new gdal.Point(lng, lat)
  if (layer.srs?.isProjected()) {
    point.transform(new gdal.CoordinateTransformation(NAD83, layer.srs))
  }
  return point
}

const NAD83 = gdal.SpatialReference.fromProj4('+proj=longlat +datum=NAD83')
