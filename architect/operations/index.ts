import { addDoor } from './add-door.ts'
import { addWindow } from './add-window.ts'
import { createRoom } from './create-room.ts'
import { createStoryShell } from './create-story-shell.ts'
import { createWall } from './create-wall.ts'
import { cutOpening } from './cut-opening.ts'
import type { Operation } from './operation.ts'
import { setZone } from './set-zone.ts'

/** All edits, in the order in which a building is made. */
export const OPERATIONS: readonly Operation[] = [
  createRoom,
  createStoryShell,
  createWall,
  addDoor,
  addWindow,
  cutOpening,
  setZone,
]
