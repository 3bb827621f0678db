import type { LotUse } from './lot-patterns.ts'

/** Values on the roll by land use, drawn between a low and a high. */
export interface LandUse {
  /** Florida's land use code, DOR_UC (NAL users' guide 2025, field 8): three digits. */
  code: string
  /** Land value, US dollars per square foot. */
  land: readonly [number, number]
  /** Living area as a share of the lot, at most `most` square feet; null for open land. */
  building: { share: readonly [number, number]; most: number; cost: number } | null
  /** Residential units of one building lot. */
  units: readonly [number, number]
  /** Exempt from tax: public, church or school. */
  exempt: boolean
}

const open = (code: string, land: readonly [number, number], exempt = false): LandUse => ({
  code,
  land,
  building: null,
  units: [0, 0],
  exempt,
})

const built = (
  code: string,
  land: readonly [number, number],
  share: readonly [number, number],
  most: number,
  cost: number,
  units: readonly [number, number] = [0, 0],
  exempt = false,
): LandUse => ({ code, land, building: { share, most, cost }, units, exempt })

export const LAND_USES: Record<LotUse, LandUse> = {
  vacant: open('000', [2, 9]),
  house: built('001', [4, 12], [0.11, 0.24], 4800, 145, [1, 1]),
  mobile_home: built('002', [0.8, 2.4], [0.02, 0.06], 1800, 70, [1, 1]),
  duplex: built('008', [5, 13], [0.2, 0.32], 5200, 130, [2, 4]),
  apartments: built('003', [8, 20], [0.5, 1.2], 180000, 120, [10, 60]),
  condominium: built('004', [0, 0], [0.1, 0.2], 1900, 210, [1, 1]),
  store: built('011', [9, 24], [0.25, 0.5], 60000, 105),
  office: built('018', [9, 24], [0.4, 1.1], 120000, 140),
  restaurant: built('021', [10, 26], [0.15, 0.3], 9000, 180),
  warehouse: built('048', [2, 5], [0.3, 0.5], 160000, 60),
  church: built('071', [4, 10], [0.12, 0.25], 24000, 120, [0, 0], true),
  school: built('083', [4, 8], [0.25, 0.45], 140000, 150, [0, 0], true),
  park: open('082', [0.5, 2], true),
  farm: built('050', [0.18, 0.4], [0.0005, 0.0015], 3600, 130, [1, 1]),
  timber: open('055', [0.06, 0.12]),
  pasture: open('061', [0.08, 0.16]),
  acreage: open('099', [0.1, 0.3]),
  cemetery: open('076', [0.4, 0.8], true),
}
