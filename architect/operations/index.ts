import { addAnnotation } from './add-annotation.ts'
import { addDoor } from './add-door.ts'
import { addWindow } from './add-window.ts'
import { applyPatch } from './apply-patch.ts'
import { createBeam } from './create-beam.ts'
import { createCeiling } from './create-ceiling.ts'
import { createColumn } from './create-column.ts'
import { createFence } from './create-fence.ts'
import { createLevel } from './create-level.ts'
import { createRoof } from './create-roof.ts'
import { createRoom } from './create-room.ts'
import { createSlab } from './create-slab.ts'
import { createStairBetweenLevels } from './create-stair-between-levels.ts'
import { createStoryShell } from './create-story-shell.ts'
import { createWall } from './create-wall.ts'
import { cutOpening } from './cut-opening.ts'
import { deleteNode } from './delete-node.ts'
import { deleteRoom } from './delete-room.ts'
import { duplicateLevel } from './duplicate-level.ts'
import { EDITS_OF_KINDS } from './edit-kinds.ts'
import { editNode } from './edit-node.ts'
import { furnishRoom } from './furnish-room.ts'
import { mergeRooms } from './merge-rooms.ts'
import { moveRoom } from './move-room.ts'
import { moveWall } from './move-wall.ts'
import type { Operation } from './operation.ts'
import { placeItem } from './place-item.ts'
import { planLayout } from './plan-layout.ts'
import { resizeRoom } from './resize-room.ts'
import { setBuilding } from './set-building.ts'
import { setElement } from './set-element.ts'
import { setFinishes } from './set-finishes.ts'
import { setMaterial } from './set-material.ts'
import { setZone } from './set-zone.ts'
import { splitRoom } from './split-room.ts'
import { swapRooms } from './swap-rooms.ts'

/** All edits, in the order in which a building is made. */
export const OPERATIONS: readonly Operation[] = [
  planLayout,
  createLevel,
  duplicateLevel,
  createStoryShell,
  createRoom,
  createWall,
  moveWall,
  addDoor,
  addWindow,
  cutOpening,
  setZone,
  createSlab,
  createCeiling,
  createRoof,
  createStairBetweenLevels,
  createColumn,
  createBeam,
  createFence,
  furnishRoom,
  splitRoom,
  mergeRooms,
  swapRooms,
  resizeRoom,
  moveRoom,
  placeItem,
  addAnnotation,
  setElement,
  ...(EDITS_OF_KINDS as readonly Operation[]),
  editNode,
  setMaterial,
  setFinishes,
  setBuilding,
  deleteRoom,
  deleteNode,
  applyPatch,
]

/** The edits that lists of tools show. */
export const LISTED_OPERATIONS: readonly Operation[] = OPERATIONS.filter(
  ({ isSuperseded }) => !isSuperseded,
)
