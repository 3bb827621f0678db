import type { Rule } from '../rule.ts'
import { bathKitchen } from './bath-kitchen.ts'
import { bedroom } from './bedroom.ts'
import { belowFlood } from './below-flood.ts'
import { circulation } from './circulation.ts'
import { columnFloor } from './column-floor.ts'
import { doorBlocked } from './door-blocked.ts'
import { doorLeads } from './door-leads.ts'
import { floorGuard } from './floor-guard.ts'
import { frontDoor } from './front-door.ts'
import { itemOverlap } from './item-overlap.ts'
import { itemPlace } from './item-place.ts'
import { levelHeights } from './level-heights.ts'
import { offPlot } from './off-plot.ts'
import { openingPlace } from './opening-place.ts'
import { outsideParcel } from './outside-parcel.ts'
import { overHeight } from './over-height.ts'
import { overSetback } from './over-setback.ts'
import { roofUncovered } from './roof-uncovered.ts'
import { roomAccess } from './room-access.ts'
import { roomBorders } from './room-borders.ts'
import { roomLight } from './room-light.ts'
import { roomThrough } from './room-through.ts'
import { roomWidth } from './room-width.ts'
import { siteUnchecked } from './site-unchecked.ts'
import { slabMissing } from './slab-missing.ts'
import { spaceName } from './space-name.ts'
import { stairComfort } from './stair-comfort.ts'
import { wallDuplicate } from './wall-duplicate.ts'
import { wallJoints } from './wall-joints.ts'
import { windowGround } from './window-ground.ts'

/** All rules, from the walls to what stands between them. */
export const RULES: Rule[] = [
  wallDuplicate,
  wallJoints,
  roomBorders,
  spaceName,
  roomAccess,
  roomThrough,
  frontDoor,
  bathKitchen,
  roomWidth,
  roomLight,
  bedroom,
  windowGround,
  openingPlace,
  doorBlocked,
  doorLeads,
  stairComfort,
  columnFloor,
  levelHeights,
  slabMissing,
  roofUncovered,
  floorGuard,
  offPlot,
  outsideParcel,
  overSetback,
  overHeight,
  belowFlood,
  siteUnchecked,
  itemPlace,
  itemOverlap,
  circulation,
]
