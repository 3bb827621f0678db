import { join } from 'node:path'
import { box } from '../../fixtures/flood/flood-study.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'

/** The county of every fixture source: fictional, in the open Atlantic. */
export const COUNTY = { fips: '99001', name: 'Fixture County (fictional)', local_code: 98 }
/** What every partition file of theirs says. */
export const BASE = { lock: 'fixture', county: COUNTY, note: 'A fictional source.' }
/** Every member is in one asset: the folder that the part writes. */
export const ASSET = 'all.zip'

/** Land of 0.1 by 0.05 degree that every source covers unless it says otherwise. */
const LAND = box(-20, -10, 80, 40)

/** Where a source is and in which frame. */
export interface Place {
  partition?: string
  vintage?: string
  /** WKT of what the source declares to cover. */
  covers?: readonly string[]
  /** The source does not state what it covers. */
  isUndeclared?: boolean
  /** Coordinate system of its files. */
  crs?: string
}

/** Writes `covers.shp`: what a source declares to cover. */
export function writeCovers(place: string, { covers = [LAND], crs = 'EPSG:4269' }: Place): void {
  const features = covers.map((wkt) => ({ wkt, values: { NAME: 'fictional' } }))
  const file = join(place, 'covers.shp')
  writeLayerFile({ file, layer: 'covers', crs, fields: { NAME: 'text' }, features })
}

export const COVERS = { asset: ASSET, member: 'covers.shp' }
