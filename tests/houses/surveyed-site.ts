import type { Survey } from '../../architect/scene/survey.ts'
import type { TestNode } from './scene-of.ts'

/** A parcel of 40 by 60 m around the origin. */
export const PARCEL: [number, number][] = [
  [-20, 30],
  [20, 30],
  [20, -30],
  [-20, -30],
]

/** A survey of that parcel with its street in the south: every limit is known. */
export const SURVEY: Survey = {
  pulledAt: '2026-11-27T00:00:00.000Z',
  address: '1 Example St',
  origin: { latitude: '30.0000000', longitude: '-72.0000000' },
  point: { latitude: '30.0000000', longitude: '-72.0000000' },
  parcelKey: 'pk_example',
  parcel: PARCEL,
  parcelArea: 2_400,
  front: 'south',
  zoning: {
    district: 'R-1',
    jurisdiction: 'Example',
    setbacks: { front: 8, side: 3, rear: 6 },
    heightMax: 10,
    floorAreaRatioMax: 0.5,
    coverageMax: null,
    note: null,
  },
  flood: [
    { zone: 'X', isHighRisk: false, baseFloodElevation: null, share: 0.5, rings: [] },
    {
      zone: 'AE',
      isHighRisk: true,
      baseFloodElevation: 2,
      share: 0.5,
      rings: [
        [
          [0, 30],
          [20, 30],
          [20, -30],
          [0, -30],
        ],
      ],
    },
  ],
  ground: { datum: 'NAVD88', zero: 1.5, within: 0.3 },
  layers: [
    { name: 'parcel', status: 'available' },
    { name: 'zoning', status: 'available' },
    { name: 'flood', status: 'available' },
    { name: 'ground', status: 'available' },
  ],
}

/** The site of test scenes with a survey; `more` replaces fields of it. */
export const surveyedSite = (more: Partial<Survey> = {}): TestNode => ({
  kind: 'site',
  id: 'site_k3x9',
  label: 'A test',
  polygon: PARCEL,
  parent: null as unknown as string,
  survey: { ...SURVEY, ...more },
})
