import type { ShapeRecord } from '../../pipelines/sample/files/shapefile.ts'
import type { ArchiveEntry } from '../../pipelines/sample/files/stored-zip.ts'
import { lotBox, ROLL_COLUMNS, type Spoiling, type Town } from './crooked-town.ts'

/** One way for an input to be wrong. */
export interface Wrong {
  what: string
  spoiling?: Spoiling
}

/** Drops a member of a zip by its suffix. */
const without = (asset: string, suffix: string): Spoiling => ({
  pack: (zips) => {
    zips[asset] = zips[asset].filter(({ name }) => !name.endsWith(suffix))
  },
})
/** Replaces an asset's bytes, which are then locked as they are. */
const instead = (asset: string, bytes: (was: Buffer) => Buffer | string): Spoiling => ({
  bytes: (assets) => {
    assets[asset] = Buffer.from(bytes(assets[asset]))
  },
})
const drawn = (draw: (town: Town) => void): Spoiling => ({ draw })
const rings = (...points: ShapeRecord['rings'][number][]) => points

/** Sets attributes of one record. */
function set(records: ShapeRecord[], index: number, row: ShapeRecord['row']): void {
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
const POINTS = geojson((i) => ({ type: 'Point', coordinates: [-71.999 + i / 1e4, 30.001] }))
const LINES = geojson((i) => ({
  type: 'LineString',
  coordinates: [
    [-72, 30 + i / 1e4],
    [-71.9, 30 + i / 1e4],
  ],
}))
const added = (name: string, content: string): Spoiling['bytes'] => {
  return (assets) => {
    assets[name] = Buffer.from(content)
  }
}

/** Inputs that end a build, with what its error must say. */
export const REFUSED: (Wrong & { message: RegExp })[] = [
  {
    what: 'a shapefile without its .dbf',
    spoiling: without('parcels.zip', '.dbf'),
    message: /parcels\.shp comes without its \.dbf/,
  },
  {
    what: 'a shapefile without its .prj',
    spoiling: without('flood.zip', 'S_FLD_HAZ_AR.prj'),
    message: /S_FLD_HAZ_AR\.shp comes without its \.prj/,
  },
  {
    what: 'a shapefile whose .prj is empty',
    spoiling: {
      pack: (zips) => {
        const blank = (entry: ArchiveEntry) =>
          entry.name.endsWith('.prj') ? { ...entry, content: Buffer.from(' ') } : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(blank)
      },
    },
    message: /does not say which coordinate system it is in.*"crs"/,
  },
  {
    what: 'projected metres that pose as degrees',
    spoiling: drawn((town) => {
      town.parcels = town.parcels.map((parcel) => ({
        ...parcel,
        rings: parcel.rings.map((ring) => ring.map(([x, y]) => [x * -7000, y * 1e5] as const)),
      }))
    }),
    message: /its coordinates reach \d+, \d+: they are not degrees/,
  },
  {
    what: 'an HTML page as a zip',
    spoiling: instead('flood.zip', () => '<!doctype html><title>Sign in</title>'),
    message: /flood\.zip: is an HTML page/,
  },
  {
    what: 'a Git-LFS pointer as a zip',
    spoiling: instead(
      'parcels.zip',
      () => 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
    ),
    message: /parcels\.zip: is a Git-LFS pointer/,
  },
  {
    what: 'a zip that is cut off',
    spoiling: instead('parcels.zip', (was) => was.subarray(0, was.length / 2)),
    message: /parcels\.zip: .*(cut|end|whole)/,
  },
  {
    what: 'a shapefile of other bytes altogether',
    spoiling: {
      pack: (zips) => {
        const noise = (entry: ArchiveEntry) =>
          entry.name.endsWith('.shp') ? { ...entry, content: Buffer.alloc(4000, 7) } : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(noise)
      },
    },
    message: /parcels\.shp: GDAL cannot open it/,
  },
  {
    what: 'an empty layer',
    spoiling: drawn((town) => {
      town.zones = []
    }),
    message: /its layer S_FLD_HAZ_AR has no features/,
  },
  {
    what: 'a layer that lacks a column',
    spoiling: {
      pack: (zips) => {
        const renamed = (entry: ArchiveEntry) =>
          entry.name === 'S_FLD_HAZ_AR.dbf'
            ? {
                ...entry,
                content: Buffer.from(
                  entry.content.toString('latin1').replace('FLD_ZONE', 'ZONE_NEW'),
                  'latin1',
                ),
              }
            : entry
        zips['flood.zip'] = zips['flood.zip'].map(renamed)
      },
    },
    message: /lacks the column FLD_ZONE.*It has: DFIRM_ID, FLD_AR_ID, ZONE_NEW, ZONE_SUBTY/,
  },
  {
    what: 'a roll that lacks a column',
    spoiling: drawn((town) => {
      town.roll[0] = town.roll[0].replace('DOR_UC', 'USE_CODE')
    }),
    message: /there is no column DOR_UC.*roll\.csv has PARCEL_ID, CO_NO, .*USE_CODE/,
  },
  {
    what: 'a roll without its key column',
    spoiling: drawn((town) => {
      town.roll[0] = town.roll[0].replace('PARCEL_ID', 'FOLIO')
    }),
    message: /roll\.csv: it has no column PARCEL_ID; it has FOLIO, CO_NO/,
  },
  {
    what: 'a roll with a header and no rows',
    spoiling: drawn((town) => {
      town.roll = [ROLL_COLUMNS]
    }),
    message: /roll\.csv: it has no rows/,
  },
  {
    what: 'bytes that are not the locked ones',
    spoiling: {
      lock: (lock) => {
        lock.assets[0].sha256 = '0'.repeat(64)
      },
    },
    message: /roll\.csv: has sha256 [0-9a-f]{64}, the lock says 0{64}/,
  },
  {
    what: 'an asset that is not there',
    spoiling: {
      lock: (lock) => {
        lock.assets[0].path = 'real-data:gone.csv'
      },
    },
    message: /gone\.csv: is not there/,
  },
  {
    what: 'an asset that the lock does not name',
    spoiling: { parcel: { fabric: { asset: 'plats.zip', member: '*.shp' } } },
    message: /the lock town has no asset plats\.zip.*parcels\.zip/,
  },
  {
    what: 'a coverage without polygons',
    spoiling: {
      bytes: added('county.geojson', LINES),
      parcel: { coverage: { asset: 'county.geojson', member: 'county.geojson' } },
    },
    message: /county\.geojson: none of its polygons is usable: geometry\.not_areal/,
  },
  {
    what: 'panels that are the coverage and have no polygon',
    spoiling: drawn((town) => {
      town.panels[0] = {
        ...town.panels[0],
        rings: rings([
          [-72, 30],
          [-72, 30],
          [-72, 30],
        ]),
      }
    }),
    message: /none of its panels is usable: geometry\.collapsed/,
  },
  {
    what: 'points where parcels should be',
    spoiling: {
      bytes: added('points.geojson', POINTS),
      parcel: { fabric: { asset: 'points.geojson', member: 'points.geojson' } },
    },
    message: /parcel\/town: no row of parcels is left: 24 geometry\.not_areal/,
  },
]

/** Inputs with a dirty row: how it is counted, and how many rows the table still has. */
export const COUNTED: (Wrong & {
  table: string
  rows: number
  counts: { rejects?: object; repairs?: object; cases?: object }
})[] = [
  {
    what: 'an unknown zone code',
    spoiling: drawn((town) => {
      addZones(town)
      set(town.zones, 1, { FLD_ZONE: 'AX' })
    }),
    table: 'flood_zones',
    rows: 23,
    counts: {
      rejects: { 'flood.unknown_zone': { count: 1, example: 'feature 1: FLD_ZONE "AX"' } },
    },
  },
  {
    what: 'an unknown vertical datum',
    spoiling: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { V_DATUM: 'MLLW' })
    }),
    table: 'flood_zones',
    rows: 23,
    counts: { rejects: { 'flood.unknown_datum': { count: 1 } } },
  },
  {
    what: 'an elevation in an unknown unit',
    spoiling: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { LEN_UNIT: 'Chains' })
    }),
    table: 'flood_zones',
    rows: 23,
    counts: { rejects: { 'flood.unknown_unit': { count: 1 } } },
  },
  {
    what: 'an elevation without a unit: the elevation is left out, the zone kept',
    spoiling: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { LEN_UNIT: null })
    }),
    table: 'flood_zones',
    rows: 24,
    counts: { rejects: {}, cases: { 'flood.length_without_unit': 1 } },
  },
  {
    what: 'a bow-tie, which no repair can guess right',
    spoiling: drawn((town) => {
      const [a, b, c, d] = lotBox(2, 2)
      const middle = [(a[0] + d[0]) / 2, a[1]] as const
      town.parcels[14] = { ...town.parcels[14], rings: rings([a, c, b, middle]) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.unrepairable': { count: 1 } } },
  },
  {
    what: 'a bow-tie whose halves cancel out',
    spoiling: drawn((town) => {
      const [a, b, c, d] = lotBox(2, 2)
      town.parcels[14] = { ...town.parcels[14], rings: rings([a, c, b, d]) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.collapsed': { count: 1 } } },
  },
  {
    what: 'a ring that crosses itself by a hair',
    spoiling: drawn((town) => {
      const [a, b, c, [x, y]] = lotBox(2, 2)
      const loop = [
        [x - 6e-6, y],
        [x - 2e-6, y - 2e-6],
        [x - 2e-6, y + 2e-6],
      ] as const
      town.parcels[14] = { ...town.parcels[14], rings: rings([a, b, c, [x, y], ...loop]) }
    }),
    table: 'parcels',
    rows: 24,
    counts: { rejects: {}, repairs: { self_intersection: { count: 1 } } },
  },
  {
    what: 'a polygon across the antimeridian',
    spoiling: drawn((town) => {
      const across: (readonly [number, number])[] = [
        [179.9, 30],
        [179.9, 30.1],
        [-179.9, 30.1],
        [-179.9, 30],
      ]
      town.parcels[3] = { ...town.parcels[3], rings: rings(across) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.crosses_antimeridian': { count: 1 } } },
  },
  {
    what: 'a polygon without area',
    spoiling: drawn((town) => {
      const flat: (readonly [number, number])[] = [
        [-72, 30],
        [-71.999, 30],
        [-71.9985, 30],
      ]
      town.parcels[3] = { ...town.parcels[3], rings: rings(flat) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.collapsed': { count: 1 } } },
  },
  {
    what: 'a roll with a line of too many columns, one of too few and one with an open quote',
    spoiling: drawn((town) => {
      town.roll[4] = town.roll[4].replace('"3 FICTION ST"', '3 FICTION ST, APT 4')
      town.roll[8] = 'LOT7,99'
      // It takes the end of its line with it, and one more line.
      town.roll[12] = town.roll[12].replace('ST"', 'ST')
    }),
    table: 'parcels',
    rows: 24,
    counts: {
      rejects: { 'roll.unreadable_line': { count: 3 } },
      cases: { 'roll.parcel_without_row': 4 },
    },
  },
  {
    what: 'a roll with a repeated key',
    spoiling: drawn((town) => {
      town.roll.push(town.roll[4])
    }),
    table: 'parcels',
    rows: 24,
    counts: { rejects: { 'roll.repeated_key': { count: 1 } } },
  },
  {
    what: 'a roll with text in a number column',
    spoiling: drawn((town) => {
      town.roll[4] = town.roll[4].replace(',1000,900,', ',a lot,900,')
    }),
    table: 'parcels',
    rows: 24,
    counts: { rejects: { 'roll.unreadable_just_value': { count: 1 } } },
  },
  {
    what: 'a parcel that is on no roll, and a line without a parcel',
    spoiling: drawn((town) => {
      town.roll[4] = town.roll[4].replace(/^LOT\d+/, 'LOT999')
    }),
    table: 'parcels',
    rows: 24,
    counts: { cases: { 'roll.parcel_without_row': 1, 'roll.row_without_parcel': 1 } },
  },
]

/** Inputs that look like rows and are wrong as a whole: the audit that finds them. */
export const FAILED_AUDITS: (Wrong & { audit: string })[] = [
  {
    what: 'latitude and longitude swapped',
    spoiling: drawn((town) => {
      town.parcels = town.parcels.map((parcel) => ({
        ...parcel,
        rings: parcel.rings.map((ring) => ring.map(([x, y]) => [y, x] as const)),
      }))
    }),
    audit: 'rows_off_coverage',
  },
  {
    what: 'a shapefile that is cut off inside a whole zip',
    spoiling: {
      pack: (zips) => {
        const cut = (entry: ArchiveEntry) =>
          entry.name.endsWith('.shp')
            ? { ...entry, content: entry.content.subarray(0, entry.content.length / 2) }
            : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(cut)
      },
    },
    audit: 'reject_share',
  },
  {
    what: 'a fifth of the parcels gone',
    spoiling: drawn((town) => {
      town.parcels.splice(0, 5)
    }),
    audit: 'rows_against_pinned',
  },
]

/** A zone per lot: one bad row in six is more than the audit of rejects lets pass. */
function addZones(town: Town): void {
  const [first, second] = town.zones
  town.zones = town.parcels.map(({ rings }, i) => {
    const { row } = i === 0 ? first : second
    return { rings, row: { ...row, FLD_AR_ID: `99002C_${i}` } }
  })
}
