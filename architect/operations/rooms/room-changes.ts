import { childrenOf, type Scene } from '../../scene/scene.ts'
import { type ZoneChange, zoneChanges } from './zone-changes.ts'

export interface WallChanges {
  /** Ids of walls whose ends changed. */
  moved: string[]
  created: string[]
  removed: string[]
}

/** What a room-level edit did to the rooms and to the walls of a level, for its answer. */
export function roomChanges(
  before: Scene,
  after: Scene,
  levelId: string,
): { zones: ZoneChange[]; walls: WallChanges } {
  return { zones: zoneChanges(before, after), walls: wallChanges(before, after, levelId) }
}

function wallChanges(before: Scene, after: Scene, levelId: string): WallChanges {
  const [old, now] = [before, after].map((scene) => childrenOf(scene, levelId, 'wall'))
  const endsOf = new Map(old.map(({ id, start, end }) => [id, String([start, end])]))
  const left = new Set(now.map(({ id }) => id))
  return {
    moved: now
      .filter(({ id, start, end }) => endsOf.has(id) && endsOf.get(id) !== String([start, end]))
      .map(({ id }) => id),
    created: now.filter(({ id }) => !endsOf.has(id)).map(({ id }) => id),
    removed: old.filter(({ id }) => !left.has(id)).map(({ id }) => id),
  }
}
