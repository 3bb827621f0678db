import { type Obstacle, obstaclesOf } from '../../checks/obstacles.ts'
import { contains } from '../../geometry/polygon.ts'
import { type Region, ringsOf, union } from '../../geometry/regions.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { wallTops } from '../../kernel/storey.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import type { Passage } from '../furnishing/room.ts'
import { stairPassages } from '../furnishing/stair-passages.ts'
import type { ItemPlacement } from './item-placement.ts'

/** A level as one who places things on it sees it; what is placed is added to it. */
export class LevelFloor {
  readonly levelId: string
  readonly walls: WallShape[]
  readonly ceiling: number
  readonly passages: Pick<Passage, 'id' | 'keepOut'>[]
  readonly isGroundFloor: boolean
  readonly obstacles: Obstacle[]
  /** What other things may stand on. */
  readonly tops: { id: string; place: ItemPlacement }[]
  readonly #scene: Scene
  #rooms?: Region[]

  constructor(scene: Scene, levelId: string) {
    this.#scene = scene
    this.levelId = levelId
    this.walls = [...wallShapes(scene, levelId).values()]
    this.ceiling = wallTops(scene, levelId)
    this.isGroundFloor = levelFrames(scene).get(levelId)!.index === 0
    this.obstacles = [...obstaclesOf(scene, levelId)]
    const doors = childrenOf(scene, levelId, 'wall').flatMap(({ id: wallId }) =>
      openingsOf(scene, wallId).flatMap(({ id }) => {
        const swing = doorSwing(scene, id)
        return swing ? [{ id, keepOut: swing.keepOut }] : []
      }),
    )
    this.passages = [...doors, ...stairPassages(scene, levelId)]
    this.tops = childrenOf(scene, levelId, 'item').flatMap((item) => {
      const shape = itemShape(scene, item.id)
      return shape?.asset.surfaceHeight === undefined
        ? []
        : [{ id: item.id, place: { ...item, shape } }]
    })
  }

  /** The floor of all rooms, as one where they go over into each other. */
  get rooms(): Region[] {
    this.#rooms ??= union(
      childrenOf(this.#scene, this.levelId, 'zone').flatMap(({ id }) =>
        ringsOf(zoneRegions(this.#scene, id)),
      ),
    )
    return this.#rooms
  }

  /** Whether a point is in a room as drawn, walls included. */
  isInRoom(point: readonly [number, number]): boolean {
    return childrenOf(this.#scene, this.levelId, 'zone').some(({ polygon }) =>
      contains(polygon, point),
    )
  }

  /** The floor of one room. */
  regionsOf(zoneId: string): Region[] {
    return zoneRegions(this.#scene, zoneId)
  }

  /** The ceiling over a point. */
  ceilingOver(point: readonly [number, number]): string | undefined {
    return childrenOf(this.#scene, this.levelId, 'ceiling').find(({ polygon }) =>
      contains(polygon, point),
    )?.id
  }

  add(id: string, place: ItemPlacement, obstacle: Obstacle): void {
    this.obstacles.push(obstacle)
    if (place.shape.asset.surfaceHeight !== undefined) this.tops.push({ id, place })
  }
}
