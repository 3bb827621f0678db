import { createRoom } from './create-room.ts'
import { createWall } from './create-wall.ts'
import type { Operation } from './operation.ts'

/** All edits, in the order in which a building is made. */
export const OPERATIONS: readonly Operation[] = [createRoom, createWall]
