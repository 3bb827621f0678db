import { type Obstacle, obstaclesOf } from '../../checks/obstacles.ts'
import { type FreePassage, freePassages } from '../../checks/walking/free-passages.ts'
import { contains } from '../../geometry/polygon.ts'
import { type Region, ringsOf, union } from '../../geometry/regions.ts'
import { type ItemShape, itemShape, type Placement } from '../../kernel/item-shape.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { wallTops } from '../../kernel/storey.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { ceilingHeightAt } from './ceiling-height.ts'

/** Where an item is, with its shape there and the node that carries it. */
export interface ItemPlacement extends Placement {
  shape: ItemShape
  host?: string
}

/** The parts of a level that placing items works with. Placed items are added to it. */
export class LevelFloor {
  readonly levelId: string
  readonly walls: WallShape[]
  /** Height of the tops of the walls above the floor. */
  readonly ceiling: number
  readonly passages: FreePassage[]
  readonly isGroundFloor: boolean
  readonly obstacles: Obstacle[]
  /** Items that other things may stand on. */
  readonly tops: { id: string; placement: ItemPlacement }[]
  private readonly scene: Scene
  private computedRooms?: Region[]

  constructor(scene: Scene, levelId: string) {
    this.scene = scene
    this.levelId = levelId
    this.walls = [...wallShapes(scene, levelId).values()]
    this.ceiling = wallTops(scene, levelId)
    this.isGroundFloor = levelFrames(scene).get(levelId)!.index === 0
    this.obstacles = [...obstaclesOf(scene, levelId)]
    this.passages = freePassages(scene, levelId)
    this.tops = childrenOf(scene, levelId, 'item').flatMap((item) => {
      const shape = itemShape(scene, item.id)
      return shape?.asset.surfaceHeight === undefined
        ? []
        : [{ id: item.id, placement: { ...item, shape } }]
    })
  }

  /** The floor of all rooms; rooms that are open to each other are one region. */
  get rooms(): Region[] {
    this.computedRooms ??= union(
      childrenOf(this.scene, this.levelId, 'zone').flatMap(({ id }) =>
        ringsOf(zoneRegions(this.scene, id)),
      ),
    )
    return this.computedRooms
  }

  /** True when a point is in a room as drawn, including its walls. */
  isInRoom(point: readonly [number, number]): boolean {
    return childrenOf(this.scene, this.levelId, 'zone').some(({ polygon }) =>
      contains(polygon, point),
    )
  }

  /** The floor of one room. */
  regionsOf(zoneId: string): Region[] {
    return zoneRegions(this.scene, zoneId)
  }

  /** Height above the floor from which things hang at a point. */
  ceilingHeightAt(point: readonly [number, number]): number {
    return ceilingHeightAt(this.scene, this.levelId, point)
  }

  /** The ceiling over a point. */
  ceilingOver(point: readonly [number, number]): string | null {
    return (
      childrenOf(this.scene, this.levelId, 'ceiling').find(({ polygon }) =>
        contains(polygon, point),
      )?.id ?? null
    )
  }

  add(id: string, placement: ItemPlacement, obstacle: Obstacle): void {
    this.obstacles.push(obstacle)
    if (placement.shape.asset.surfaceHeight !== undefined) this.tops.push({ id, placement })
  }
}
