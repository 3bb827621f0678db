import { type GridCover, gridCover } from '../plan/grid-cover.ts'
import { HALF_HEIGHT, type PlanPoint, WIDTH, within } from '../plan/plan.ts'

/** An electric utility in HIFLD's columns. Fictional. */
export interface ElectricUtility {
  id: string
  name: string
  type: string
}

/** A public water system in the EPA's columns. Fictional. */
export interface WaterSystem {
  pwsid: string
  name: string
  isModeled: boolean
  method: string
  population: number
  connections: number
}

/** The area that each utility serves, as a separate cover because territories overlap. */
export interface ServicePlan {
  electric: { utility: ElectricUtility; cover: GridCover<true> }[]
  water: { system: WaterSystem; cover: GridCover<true> }[]
}

/** One grid for all, so that they share exact vertices where a line is on several. */
const LINES = {
  us: [0, 3000, 8700, 9000, 9500, 10300, 12700, 13500, 15400, WIDTH],
  vs: [-HALF_HEIGHT, -4200, -3000, -1400, -620, 620, 1400, 3000, HALF_HEIGHT],
}

const cover = (isIn: (at: PlanPoint) => boolean): GridCover<true> =>
  gridCover(LINES.us, LINES.vs, (middle) => (isIn(middle) ? true : null))

/** The company serves all but the west and the south-eastern flats, a cooperative the west. */
const isOfCompany = ([u, v]: PlanPoint) => u > 3000 && !(u > 13500 && v < -4200)
const isOfTown = ([u, v]: PlanPoint) => within(u, 10300, 12700) && Math.abs(v) < 620
const isOfTownWater = ([u, v]: PlanPoint) => within(u, 9500, 13500) && Math.abs(v) < 1400

export function buildServicePlan(): ServicePlan {
  return {
    electric: [
      {
        utility: {
          id: '99001',
          name: 'SAMPLE POWER & LIGHT CO. (FICTIONAL)',
          type: 'INVESTOR OWNED',
        },
        cover: cover(isOfCompany),
      },
      {
        // Mistyped on purpose.
        utility: {
          id: '99002',
          name: 'PINE FLATS ELECTRIC COOP, INC (FICTIONAL)',
          type: 'COOPERATVE',
        },
        cover: cover(([u]) => u < 9000),
      },
      {
        utility: { id: '99003', name: 'TOWN OF SAMPLETON (FICTIONAL)', type: 'MUNICIPAL' },
        cover: cover(isOfTown),
      },
    ],
    water: [
      {
        system: {
          pwsid: 'ZZ9900001',
          name: 'SAMPLETON WATER DEPARTMENT (FICTIONAL)',
          isModeled: false,
          method: 'State',
          population: 6100,
          connections: 2400,
        },
        cover: cover(isOfTownWater),
      },
      {
        // Estimated by a model; it overlaps the east of the town's area.
        system: {
          pwsid: 'ZZ9900002',
          name: 'SAMPLE COUNTY UTILITIES (FICTIONAL)',
          isModeled: true,
          method: 'Random Forest',
          population: 3900,
          connections: 1500,
        },
        cover: cover(
          (at) =>
            within(at[0], 8700, 15400) &&
            Math.abs(at[1]) < 3000 &&
            !(isOfTownWater(at) && at[0] < 12700),
        ),
      },
    ],
  }
}
