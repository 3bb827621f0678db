import type { ArchiveEntry } from '../../sample/files/stored-zip.ts'
import {
  added,
  drawn,
  instead,
  LINES,
  POINTS,
  rings,
  type Wrong,
  without,
} from './input-mutations.ts'
import { ROLL_COLUMNS } from './town-inputs.ts'

/** Inputs that end a build, with the expected text of its error. */
export const REFUSED: (Wrong & { message: RegExp })[] = [
  {
    what: 'a shapefile without its .dbf',
    mutation: without('parcels.zip', '.dbf'),
    message: /read the asset: parcels\.zip: parcels\.shp comes without its \.dbf/,
  },
  {
    what: 'a shapefile without its .prj',
    mutation: without('flood.zip', 'S_FLD_HAZ_AR.prj'),
    message: /read the asset: flood\.zip: S_FLD_HAZ_AR\.shp comes without its \.prj/,
  },
  {
    what: 'a shapefile whose .prj is empty',
    mutation: {
      pack: (zips) => {
        const blank = (entry: ArchiveEntry) =>
          entry.name.endsWith('.prj') ? { ...entry, content: Buffer.from(' ') } : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(blank)
      },
    },
    message: /does not state its coordinate system.*"crs"/,
  },
  {
    what: 'projected metres that pose as degrees',
    mutation: drawn((town) => {
      town.parcels = town.parcels.map((parcel) => ({
        ...parcel,
        rings: parcel.rings.map((ring) => ring.map(([x, y]) => [x * -7000, y * 1e5] as const)),
      }))
    }),
    message: /its coordinates reach \d+, \d+: they are not degrees/,
  },
  {
    what: 'an HTML page as a zip',
    mutation: instead('flood.zip', () => '<!doctype html><title>Sign in</title>'),
    message: /flood\.zip: is an HTML page/,
  },
  {
    what: 'a Git-LFS pointer as a zip',
    mutation: instead(
      'parcels.zip',
      () => 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
    ),
    message: /parcels\.zip: is a Git-LFS pointer/,
  },
  {
    what: 'a zip that is cut off',
    mutation: instead('parcels.zip', (was) => was.subarray(0, was.length / 2)),
    message: /parcels\.zip: .*(cut|end|whole)/,
  },
  {
    what: 'a shapefile of other bytes altogether',
    mutation: {
      pack: (zips) => {
        const noise = (entry: ArchiveEntry) =>
          entry.name.endsWith('.shp') ? { ...entry, content: Buffer.alloc(4000, 7) } : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(noise)
      },
    },
    message: /parcels\.shp: GDAL cannot open it/,
  },
  {
    what: 'a shapefile that is cut off inside a whole zip',
    mutation: {
      pack: (zips) => {
        const cut = (entry: ArchiveEntry) =>
          entry.name.endsWith('.shp')
            ? { ...entry, content: entry.content.subarray(0, entry.content.length - 40) }
            : entry
        zips['parcels.zip'] = zips['parcels.zip'].map(cut)
      },
    },
    message: /parcels\.shp: it has \d+ of the \d+ bytes that its header states/,
  },
  {
    what: 'an empty layer',
    mutation: drawn((town) => {
      town.zones = []
    }),
    message: /its layer S_FLD_HAZ_AR has no features/,
  },
  {
    what: 'a layer that lacks a column',
    mutation: {
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
    mutation: drawn((town) => {
      town.roll[0] = town.roll[0].replace('DOR_UC', 'USE_CODE')
    }),
    message: /there is no column DOR_UC.*roll\.csv has PARCEL_ID, CO_NO, .*USE_CODE/,
  },
  {
    what: 'a roll without its key column',
    mutation: drawn((town) => {
      town.roll[0] = town.roll[0].replace('PARCEL_ID', 'FOLIO')
    }),
    message: /roll\.csv: it has no column PARCEL_ID; it has FOLIO, CO_NO/,
  },
  {
    what: 'a roll with a header and no rows',
    mutation: drawn((town) => {
      town.roll = [ROLL_COLUMNS]
    }),
    message: /roll\.csv: it has no rows/,
  },
  {
    what: 'bytes that differ from the lockfile',
    mutation: {
      lock: (lock) => {
        lock.assets[0].sha256 = '0'.repeat(64)
      },
    },
    message: /roll\.csv: has sha256 [0-9a-f]{64}, the lock states 0{64}/,
  },
  {
    what: 'a missing asset',
    mutation: {
      lock: (lock) => {
        lock.assets[0].path = 'real-data:gone.csv'
      },
    },
    message: /gone\.csv: is not there/,
  },
  {
    what: 'an asset that the lock does not name',
    mutation: { parcel: { fabric: { asset: 'plats.zip', member: '*.shp' } } },
    message: /the lock town has no asset plats\.zip.*parcels\.zip/,
  },
  {
    what: 'a coverage without polygons',
    mutation: {
      bytes: added('county.geojson', LINES),
      parcel: { coverage: { asset: 'county.geojson', member: 'county.geojson' } },
    },
    message: /county\.geojson: none of its polygons is usable: geometry\.not_areal/,
  },
  {
    what: 'panels that are the coverage and have no polygon',
    mutation: drawn((town) => {
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
    mutation: {
      bytes: added('points.geojson', POINTS),
      parcel: { fabric: { asset: 'points.geojson', member: 'points.geojson' } },
    },
    message: /parcel\/town: no row of parcels is left: 24 geometry\.not_areal/,
  },
  {
    what: 'a page of ArcGIS that states that there are more',
    mutation: {
      bytes: added('page.geojson', POINTS.replace('{', '{"exceededTransferLimit":true,')),
      parcel: { fabric: { asset: 'page.geojson', member: 'page.geojson' } },
    },
    message: /whole: page\.geojson: it has 24 features, and its "exceededTransferLimit" is true/,
  },
]
