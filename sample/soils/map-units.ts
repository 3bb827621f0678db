/** A soil that makes up a part of a map unit. Series are named after the county's shore birds. */
export interface Component {
  name: string
  kind: 'Series' | 'Miscellaneous area'
  /** Per cent of the map unit, representative value. */
  percent: number
  isHydric: boolean
  drainage: string | null
  group: string | null
  slope: number
}

/** A map unit of the polygons, with its tabular rows where it has any. */
export interface MapUnit {
  symbol: string
  mukey: string
  /** null: there are polygons, but no tabular row. */
  attributes: MapUnitAttributes | null
}

export interface MapUnitAttributes {
  name: string
  kind: 'Consociation' | 'Complex' | null
  /** Dominant condition, verbatim; null where there is no soil. */
  drainage: string | null
  /** Hydrologic group verbatim, dual ones too; null where there is no soil. */
  group: string | null
  /** Per cent of the unit that is rated hydric. */
  hydricPercent: number
  flooding: string
  ponding: number
  /** Centimetres to the water table, yearly minimum; null where deeper than 200 or no soil. */
  waterTable: number | null
  components: Component[]
}

type Soil = readonly [percent: number, name: SoilName]

const SOILS = {
  Avocet: ['Excessively drained', 'A', false, 2],
  Bittern: ['Well drained', 'B', false, 3],
  Cormorant: ['Moderately well drained', 'C', false, 4],
  Dowitcher: ['Somewhat poorly drained', 'D', false, 1],
  Egret: ['Poorly drained', 'A/D', true, 1],
  Gannet: ['Very poorly drained', 'B/D', true, 0],
  Heron: ['Poorly drained', 'C/D', true, 1],
  'Urban land': [null, null, false, 2],
  Beaches: [null, null, false, 3],
  Water: [null, null, false, 0],
  NOTCOM: [null, null, false, 0],
} as const
type SoilName = keyof typeof SOILS

/** Real keys have at most seven digits. */
const mukeyOf = (number: number): string => String(99000000 + number)

/**
 * `attributes` from the unit's soils; the first is the dominant one, whose condition is the unit's.
 */
function unit(
  number: number,
  symbol: string,
  name: string,
  soils: readonly Soil[],
  [flooding, ponding, waterTable]: readonly [string, number, number | null],
): MapUnit {
  const components = soils.map(([percent, soil]): Component => {
    const [drainage, group, isHydric, slope] = SOILS[soil]
    const kind = drainage === null ? 'Miscellaneous area' : 'Series'
    return { name: soil, kind, percent, isHydric, drainage, group, slope }
  })
  const [dominant] = components
  const hydric = components.filter(({ isHydric }) => isHydric)
  return {
    symbol,
    mukey: mukeyOf(number),
    attributes: {
      name,
      kind: symbol === 'NOTCOM' ? null : symbol.startsWith('U') ? 'Complex' : 'Consociation',
      drainage: dominant.drainage,
      group: dominant.group,
      hydricPercent: hydric.reduce((sum, { percent }) => sum + percent, 0),
      flooding,
      ponding,
      waterTable,
      components,
    },
  }
}

const DRY = ['None', 0, null] as const

/** Eleven map units that the tabular files have, and one that they do not. */
export const UNITS = {
  a: unit(
    1,
    '2B',
    'Avocet fine sand, 0 to 5 percent slopes',
    [
      [90, 'Avocet'],
      [10, 'Bittern'],
    ],
    DRY,
  ),
  b: unit(
    2,
    '7A',
    'Bittern loamy sand, 0 to 3 percent slopes',
    [
      [80, 'Bittern'],
      [15, 'Avocet'],
      [5, 'Gannet'],
    ],
    ['None', 0, 122],
  ),
  c: unit(
    3,
    '11B',
    'Cormorant sandy loam, 2 to 5 percent slopes',
    [
      [85, 'Cormorant'],
      [15, 'Bittern'],
    ],
    ['None', 0, 76],
  ),
  d: unit(
    4,
    '14A',
    'Dowitcher clay loam, 0 to 2 percent slopes',
    [
      [55, 'Dowitcher'],
      [30, 'Gannet'],
      [15, 'Heron'],
    ],
    ['Rare', 5, 46],
  ),
  a_d: unit(
    5,
    '21A',
    'Egret fine sand, 0 to 2 percent slopes',
    [
      [70, 'Egret'],
      [15, 'Gannet'],
      [15, 'Avocet'],
    ],
    ['Occasional', 15, 15],
  ),
  b_d: unit(
    6,
    '23',
    'Gannet muck, depressional',
    [
      [90, 'Gannet'],
      [10, 'Heron'],
    ],
    ['None', 100, 0],
  ),
  c_d: unit(
    7,
    '25A',
    'Heron clay, frequently flooded',
    [
      [75, 'Heron'],
      [10, 'Egret'],
      [15, 'Dowitcher'],
    ],
    ['Frequent', 20, 15],
  ),
  urban: unit(
    8,
    'Ub',
    'Urban land-Bittern complex, 0 to 3 percent slopes',
    [
      [60, 'Urban land'],
      [40, 'Bittern'],
    ],
    DRY,
  ),
  beach: unit(9, 'Bc', 'Beaches', [[100, 'Beaches']], ['Frequent', 0, 0]),
  water: unit(10, 'W', 'Water', [[100, 'Water']], ['None', 0, null]),
  notComplete: unit(
    11,
    'NOTCOM',
    'No Digital Data Available',
    [[100, 'NOTCOM']],
    ['None', 0, null],
  ),
  withoutRows: { symbol: '31A', mukey: mukeyOf(13), attributes: null },
} satisfies Record<string, MapUnit>
