import { all, atWindow, awayFrom, inCorner, middleOfWall } from '../preferences.ts'
import type { Step } from '../recipe.ts'

/** A plant, by the light. */
export const GREEN: Step = {
  settings: [{ at: 'wall', members: [{ asset: 'plant_large' }] }],
  prefer: all(atWindow, inCorner, awayFrom('plant_large')),
  from: 'normal',
}

/** Something to look at. */
export const PICTURES: Step = {
  settings: [
    { at: 'wall', members: [{ asset: 'picture_large' }] },
    { at: 'wall', members: [{ asset: 'picture_small' }] },
  ],
  prefer: middleOfWall,
  from: 'normal',
}
