/** Use of a lot; `land-uses.ts` has the state's code and the values. */
export type LotUse =
  | 'vacant'
  | 'house'
  | 'mobile_home'
  | 'duplex'
  | 'apartments'
  | 'condominium'
  | 'store'
  | 'office'
  | 'restaurant'
  | 'warehouse'
  | 'church'
  | 'school'
  | 'park'
  | 'farm'
  | 'timber'
  | 'pasture'
  | 'acreage'
  | 'cemetery'

/** Uses with their weights. */
export type Uses = readonly (readonly [LotUse, number])[]

/** How a section is cut into blocks and lots. Lengths in metres. */
export interface Pattern {
  street: number
  blockLength: number
  blockDepth: number
  lotWidth: number
  /** Share of blocks that stay whole, and their use. */
  whole: readonly [share: number, uses: Uses]
  uses: Uses
}

/** How sections with streets are cut, by their character. */
export const PATTERNS: Record<'town' | 'suburb' | 'estate' | 'beach', Pattern> = {
  town: {
    street: 15,
    blockLength: 190,
    blockDepth: 92,
    lotWidth: 27,
    whole: [
      0.07,
      [
        ['park', 3],
        ['school', 2],
        ['church', 2],
        ['apartments', 3],
        ['office', 2],
      ],
    ],
    uses: [
      ['house', 52],
      ['duplex', 10],
      ['apartments', 3],
      ['store', 14],
      ['office', 8],
      ['restaurant', 5],
      ['church', 1],
      ['vacant', 7],
    ],
  },
  suburb: {
    street: 17,
    blockLength: 250,
    blockDepth: 124,
    lotWidth: 42,
    whole: [
      0.06,
      [
        ['park', 4],
        ['school', 2],
        ['church', 1],
        ['store', 1],
      ],
    ],
    uses: [
      ['house', 88],
      ['duplex', 2],
      ['store', 1],
      ['vacant', 9],
    ],
  },
  estate: {
    street: 18,
    blockLength: 370,
    blockDepth: 250,
    lotWidth: 84,
    whole: [
      0.08,
      [
        ['park', 1],
        ['warehouse', 2],
        ['farm', 2],
      ],
    ],
    uses: [
      ['house', 68],
      ['mobile_home', 10],
      ['vacant', 16],
      ['warehouse', 3],
      ['church', 1],
    ],
  },
  beach: {
    street: 16,
    blockLength: 185,
    blockDepth: 130,
    lotWidth: 30,
    whole: [
      0.2,
      [
        ['apartments', 3],
        ['park', 2],
        ['restaurant', 1],
      ],
    ],
    uses: [
      ['house', 70],
      ['duplex', 8],
      ['restaurant', 4],
      ['store', 4],
      ['vacant', 14],
    ],
  },
}

/** Uses of large holdings with their weights. */
export const RURAL: Uses = [
  ['farm', 25],
  ['timber', 25],
  ['pasture', 28],
  ['acreage', 22],
]
