import { addDoor } from './add-door.ts'
import { addWindow } from './add-window.ts'
import { createRoom } from './create-room.ts'
import { createWall } from './create-wall.ts'
import { cutOpening } from './cut-opening.ts'
import { furnishRoom } from './furnish-room.ts'
import type { Operation } from './operation.ts'
import { placeItem } from './place-item.ts'

/** All edits, in the order in which a building is made. */
export const OPERATIONS: readonly Operation[] = [
  createRoom,
  createWall,
  addDoor,
  addWindow,
  cutOpening,
  furnishRoom,
  placeItem,
]
