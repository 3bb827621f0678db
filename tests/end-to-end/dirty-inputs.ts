import { addZones, drawn, rings, set, type Wrong } from './input-mutations.ts'
import { lotBox } from './town-inputs.ts'

/** Inputs with a dirty row: how it is counted, and how many rows the table still has. */
export const COUNTED: (Wrong & {
  table: string
  rows: number
  counts: { rejects?: object; repairs?: object; cases?: object }
})[] = [
  {
    what: 'an unknown zone code',
    mutation: drawn((town) => {
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
    mutation: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { V_DATUM: 'MLLW' })
    }),
    table: 'flood_zones',
    rows: 23,
    counts: { rejects: { 'flood.unknown_datum': { count: 1 } } },
  },
  {
    what: 'an elevation in an unknown unit',
    mutation: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { LEN_UNIT: 'Chains' })
    }),
    table: 'flood_zones',
    rows: 23,
    counts: { rejects: { 'flood.unknown_unit': { count: 1 } } },
  },
  {
    what: 'an elevation without a unit: the elevation is left out, the zone stays',
    mutation: drawn((town) => {
      addZones(town)
      set(town.zones, 0, { LEN_UNIT: null })
    }),
    table: 'flood_zones',
    rows: 24,
    counts: { rejects: {}, cases: { 'flood.length_without_unit': 1 } },
  },
  {
    what: 'a bow-tie, which no repair can guess right',
    mutation: drawn((town) => {
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
    mutation: drawn((town) => {
      const [a, b, c, d] = lotBox(2, 2)
      town.parcels[14] = { ...town.parcels[14], rings: rings([a, c, b, d]) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.collapsed': { count: 1 } } },
  },
  {
    what: 'a ring that crosses itself by a hair',
    mutation: drawn((town) => {
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
    what: 'a polygon that goes around the globe',
    mutation: drawn((town) => {
      // Vertices at most 60 degrees apart: nothing states that the short way is intended.
      const across: (readonly [number, number])[] = [30, 30.1].flatMap((lat, i) =>
        Array.from({ length: 7 }, (_, n) => [(i === 0 ? 1 : -1) * (n * 59 - 177), lat] as const),
      )
      town.parcels[3] = { ...town.parcels[3], rings: rings(across) }
    }),
    table: 'parcels',
    rows: 23,
    counts: { rejects: { 'geometry.crosses_antimeridian': { count: 1 } } },
  },
  {
    what: 'a polygon without area',
    mutation: drawn((town) => {
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
    mutation: drawn((town) => {
      town.roll[4] = town.roll[4].replace('"3 FICTION ST"', '3 FICTION ST, APT 4')
      town.roll[8] = 'LOT7,99'
      // The open quote swallows the end of its line and one more line.
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
    mutation: drawn((town) => {
      town.roll.push(town.roll[4])
    }),
    table: 'parcels',
    rows: 24,
    counts: { rejects: { 'roll.repeated_key': { count: 1 } } },
  },
  {
    what: 'a roll with text in a number column',
    mutation: drawn((town) => {
      town.roll[4] = town.roll[4].replace(',1000,900,', ',a lot,900,')
    }),
    table: 'parcels',
    rows: 24,
    counts: { rejects: { 'roll.unreadable_just_value': { count: 1 } } },
  },
  {
    what: 'a parcel that is on no roll, and a line without a parcel',
    mutation: drawn((town) => {
      town.roll[4] = town.roll[4].replace(/^LOT\d+/, 'LOT999')
    }),
    table: 'parcels',
    rows: 24,
    counts: { cases: { 'roll.parcel_without_row': 1, 'roll.row_without_parcel': 1 } },
  },
]

/** Inputs whose rows are valid but wrong as a whole, with the audit that finds them. */
export const FAILED_AUDITS: (Wrong & { audit: string })[] = [
  {
    what: 'latitude and longitude swapped',
    mutation: drawn((town) => {
      town.parcels = town.parcels.map((parcel) => ({
        ...parcel,
        rings: parcel.rings.map((ring) => ring.map(([x, y]) => [y, x] as const)),
      }))
    }),
    audit: 'rows_off_coverage',
  },
  {
    what: 'a fifth of the parcels gone',
    mutation: drawn((town) => {
      town.parcels.splice(0, 5)
    }),
    audit: 'rows_against_pinned',
  },
  {
    what: 'half of the parcels, which nothing is compared with but the land',
    mutation: drawn((town) => {
      town.parcels.splice(0, 12)
    }),
    audit: 'land_reported',
  },
]
