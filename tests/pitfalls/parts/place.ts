import { join } from 'node:path'
import { SAMPLE_COUNTY } from '../../fixtures/county.ts'
import { box } from '../../fixtures/ground.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'

/** The county of every fixture source: fictional, in the open Atlantic. */
export const COUNTY = { ...SAMPLE_COUNTY, local_code: 98 }
/** Fields of every partition file. */
export const BASE = { lock: 'fixture', county: COUNTY, note: 'A fictional source.' }
/** Every member is in one asset: the folder that the part writes. */
export const ASSET = 'all.zip'

/** Land of 0.1 by 0.05 degree that every source covers unless it states another area. */
const LAND = box(-20, -10, 80, 40)

/** Location and coordinate system of a source. */
export interface Place {
  partition?: string
  vintage?: string
  /** Declared coverage of the source, as WKT. */
  covers?: readonly string[]
  /** The source does not state what it covers. */
  isUndeclared?: boolean
  /** Coordinate system of its files. */
  crs?: string
}

/** Writes `covers.shp`, the declared coverage of a source. */
export function writeCovers(place: string, { covers = [LAND], crs = 'EPSG:4269' }: Place): void {
  const features = covers.map((wkt) => ({ wkt, values: { NAME: 'fictional' } }))
  const file = join(place, 'covers.shp')
  writeLayerFile({ file, layer: 'covers', crs, fields: { NAME: 'text' }, features })
}

export const COVERS = { asset: ASSET, member: 'covers.shp' }
