import { type CraftedLayer, craftLayer } from './crafted-layer.ts'
import { gdal } from './gdal.ts'

/** A small layer as GDAL hands it over to be measured, for tests: FlatGeobuf, without an index. */
export function craftFlatGeobuf(crafted: CraftedLayer): Uint8Array {
  const file = craftLayer(crafted)
  const dataset = gdal.open(file)
  const name = `/vsimem/crafted-${process.pid}.fgb`
  const output = ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO', '-dim', 'XY']
  const geometry = ['-nlt', 'PROMOTE_TO_MULTI', '-nlt', 'CONVERT_TO_LINEAR']
  gdal.vectorTranslate(name, dataset, [...output, ...geometry]).close()
  dataset.close()
  return new Uint8Array(gdal.vsimem.release(name))
}
