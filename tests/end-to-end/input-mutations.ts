import type { ShapeRecord } from '../../sample/files/shapefile.ts'
import { SAMPLE_COUNTY } from '../fixtures/county.ts'
import type { InputMutation, Town } from './town-inputs.ts'

/** One way for an input to be wrong. */
export interface Wrong {
  what: string
  mutation?: InputMutation
}

/** Drops a member of a zip by its suffix. */
export const without = (asset: string, suffix: string): InputMutation => ({
  pack: (zips) => {
    zips[asset] = zips[asset].filter(({ name }) => !name.endsWith(suffix))
  },
})
/** Replaces an asset's bytes, which are then locked as they are. */
export const instead = (asset: string, bytes: (was: Buffer) => Buffer | string): InputMutation => ({
  bytes: (assets) => {
    assets[asset] = Buffer.from(bytes(assets[asset]))
  },
})
/** Changes the content before files are written. */
export const drawn = (draw: (town: Town) => void): InputMutation => ({ draw })
/** The rings of one record. */
export const rings = (...points: ShapeRecord['rings'][number][]) => points

/** Sets attributes of one record. */
export function set(records: ShapeRecord[], index: number, row: ShapeRecord['row']): void {
  records[index] = { ...records[index], row: { ...records[index].row, ...row } }
}

const geojson = (geometry: (i: number) => unknown) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: 24 }, (_, i) => ({
      type: 'Feature',
      properties: { PARCELNO: `LOT${i}` },
      geometry: geometry(i),
    })),
  })
/** 24 points: a parcel layer of the wrong kind. */
export const POINTS = geojson((i) => ({ type: 'Point', coordinates: [-71.999 + i / 1e4, 30.001] }))
/** 24 lines: a county boundary that encloses nothing. */
export const LINES = geojson((i) => ({
  type: 'LineString',
  coordinates: [
    [-72, 30 + i / 1e4],
    [-71.9, 30 + i / 1e4],
  ],
}))
/** Adds an asset. */
export function added(name: string, content: string): InputMutation['bytes'] {
  return (assets) => {
    assets[name] = Buffer.from(content)
  }
}

/** Draws a zone per lot: the audit of rejects does not accept one bad row in six. */
export function addZones(town: Town): void {
  const [first, second] = town.zones
  town.zones = town.parcels.map(({ rings }, i) => {
    const { row } = i === 0 ? first : second
    return { rings, row: { ...row, FLD_AR_ID: `${SAMPLE_COUNTY.fips}C_${i}` } }
  })
}
