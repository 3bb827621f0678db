import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { type RoomFigures, roomsOfLevel } from '../kernel/room-figures.ts'
import type { Scene } from '../scene/scene.ts'

/** The figures of every room of a level, by the id of its zone. */
export const roomsOn = cachedByLevel(
  (scene: Scene, levelId: string): Map<string, RoomFigures> =>
    new Map(roomsOfLevel(scene, levelId).map((room) => [room.zoneId, room])),
)
