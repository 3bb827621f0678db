import { type LngLat, MAPPED, roundDegrees } from '../plan/plan.ts'

/** A FIRM panel: one sheet of the flood map. Dates are YYYYMMDD; 99990909 means none. */
export interface FirmPanel {
  panel: string
  suffix: string
  type: 'Countywide, Panel Printed' | 'Countywide, Not Printed'
  effective: string
  previous: string
  notPrintedBecause: string
  ring: LngLat[]
}

export const COUNTY_CODE = '99001C'
const COLUMNS = 4
const ROWS = 4

/** Sixteen panels of 0.05 by 0.04 degree, from the north-west corner, row by row. */
export function buildPanels(): FirmPanel[] {
  const width = (MAPPED.east - MAPPED.west) / COLUMNS
  const height = (MAPPED.north - MAPPED.south) / ROWS
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const west = MAPPED.west + (i % COLUMNS) * width
    const north = MAPPED.north - Math.floor(i / COLUMNS) * height
    const [w, e] = [roundDegrees(west), roundDegrees(west + width)]
    const [s, n] = [roundDegrees(north - height), roundDegrees(north)]
    // The sheet of the river's mouth was revised once; the last sheet is nearly all sea.
    const isRevised = i === 7 || i === 11
    const isPrinted = i !== COLUMNS * ROWS - 1
    return {
      panel: String(105 + 5 * i).padStart(4, '0'),
      suffix: isRevised ? 'B' : 'A',
      type: isPrinted ? 'Countywide, Panel Printed' : 'Countywide, Not Printed',
      effective: isRevised ? '20230809' : isPrinted ? '20210315' : '99990909',
      previous: isRevised ? '20210315' : '99990909',
      notPrintedBecause: isPrinted ? '' : 'AREA ALL IN OPEN WATER (FICTIONAL)',
      ring: [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
      ],
    }
  })
}
