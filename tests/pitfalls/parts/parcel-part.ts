import { join } from 'node:path'
import { ParcelPartition, parcel } from '../../../pipelines/parcel/pipeline.ts'
import { type RollLine, rollLine, writeRollFixture } from '../../fixtures/parcel/county-roll.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

export interface Lot {
  id: string
  wkt: string
  /** Values of its line of the roll, in NAL's columns, in addition to those of every line. */
  line?: RollLine
}

/** A county's parcel fabric and its roll in Florida's columns. */
export function parcelPart(lots: readonly Lot[], where: Place = {}): Part {
  const { partition = 'county', vintage, crs = 'EPSG:4269' } = where
  const definition = ParcelPartition.parse({
    ...BASE,
    mapping: 'fl-nal',
    fabric: { asset: ASSET, member: 'parcels.shp' },
    roll: { asset: ASSET, member: 'roll.csv', key: 'PARCEL_ID', fabric_key: 'PARCELNO' },
    coverage: where.isUndeclared ? null : COVERS,
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    const features = lots.map(({ id, wkt }) => ({ wkt, values: { PARCELNO: id } }))
    const file = join(place, 'parcels.shp')
    writeLayerFile({ file, layer: 'parcels', crs, fields: { PARCELNO: 'text' }, features })
    writeRollFixture(
      place,
      lots.map(({ id, line }) => rollLine(id, 'FICTION ST', line)),
    )
  }
  return part(parcel, definition, writeFixture, { partition, vintage })
}
