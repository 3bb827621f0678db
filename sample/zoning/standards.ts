import {
  COUNTY_DISTRICTS as COUNTY,
  type District,
  decoded,
  TOWN_DISTRICTS as TOWN,
} from './districts.ts'

/** One row of an authority's dimensional table; null where it has a note instead of a number. */
export interface DimensionalStandard {
  /** The district as the ordinance spells it, without XML entities. */
  district: string
  frontFeet: number | null
  sideFeet: number | null
  rearFeet: number | null
  maxHeightFeet: number | null
  maxFloorAreaRatio: number | null
  minLotSquareFeet: number | null
  /** Verbatim conditions of the ordinance, or null. */
  note: string | null
  /** Section of the ordinance. */
  section: string
}

type Numbers = readonly [
  front: number | null,
  side: number | null,
  rear: number | null,
  height: number | null,
  ratio: number | null,
  lot: number | null,
]

function standard(
  { code }: District,
  section: string,
  [front, side, rear, height, ratio, lot]: Numbers,
  note: string | null = null,
): DimensionalStandard {
  if (code === null) throw new Error('a district without a code has no standards')
  return {
    district: decoded(code),
    frontFeet: front,
    sideFeet: side,
    rearFeet: rear,
    maxHeightFeet: height,
    maxFloorAreaRatio: ratio,
    minLotSquareFeet: lot,
    note,
    section: `Sec. ${section} (fictional)`,
  }
}

/** The county's table. District P has no row: public land has no standards. */
export const COUNTY_STANDARDS: readonly DimensionalStandard[] = [
  standard(COUNTY.agriculture, '4-101', [50, 25, 50, 35, null, 217800]),
  standard(COUNTY.ruralResidential, '4-102', [35, 15, 25, 35, null, 43560]),
  standard(COUNTY.singleFamily, '4-103', [25, 7.5, 20, 35, null, 7500]),
  standard(COUNTY.multiFamily, '4-104', [25, 10, 20, 45, 0.9, null]),
  standard(
    COUNTY.commercial,
    '4-105',
    [20, null, 15, 50, 1, null],
    'Side: none required; 10 feet where the lot abuts a residential district.',
  ),
  standard(
    COUNTY.mixed,
    '4-106',
    [null, null, 15, 50, 1.25, null],
    'Front and side: as the district of the "principal use" (C-2 or RM) requires.',
  ),
  standard(COUNTY.industrial, '4-107', [40, 20, 20, 60, 0.5, 20000]),
  standard(
    COUNTY.planned,
    '4-201',
    [null, null, null, null, null, null],
    'Setbacks, height, floor area and lot size are those of the adopted development plan.',
  ),
]

/** The town's table. A 0 is a number: in the town centre buildings are on the lot line. */
export const TOWN_STANDARDS: readonly DimensionalStandard[] = [
  standard(TOWN.oneFamily, 'III.2', [25, 8, 25, 35, null, 6000]),
  standard(TOWN.twoFamily, 'III.3', [20, 6, 20, 35, null, 5000]),
  standard(TOWN.centre, 'V.1', [0, 0, 10, 60, 3, null]),
  standard(TOWN.corner, 'V.2', [10, 5, 15, 35, 0.8, 4000]),
  standard(
    TOWN.waterfront,
    'VI.1',
    [20, 10, null, 35, 0.6, null],
    'Rear: 50 feet from the mean high water line, measured on the ground.',
  ),
  standard(
    TOWN.transitional,
    'VII.4',
    [null, null, null, null, null, null],
    'Until rezoned, the standards of the county district last in force apply.',
  ),
]
