import type { Attachment } from '../../assets/asset.ts'
import { assetNamed } from '../../assets/catalog.ts'
import { OBSTACLE_TRAITS, type Obstacle, obstaclesOf } from '../../checks/obstacles.ts'
import { add, scale } from '../../geometry/point.ts'
import { areNear, boxOf, contains, type Polygon } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { crowdingOf, discomfortOf, type Misfit, misfitOf, type Surroundings } from './misfit.ts'
import { type PlacedItem, placeSetting } from './placed-item.ts'
import { listPositions, widthOf } from './positions.ts'
import { inCorner, inTheOpen } from './preferences.ts'
import {
  DENSITIES,
  type Density,
  type Recipe,
  type Step,
  type StepSetting,
  type View,
} from './recipe.ts'
import { type Room, roomOf } from './room.ts'
import type { Setting } from './setting.ts'
import { FAR_M, WAY_M, WalkingRoom } from './walking-room.ts'

/** A thing of the recipe that was left out. */
export interface Skip {
  assetId: string
  /** The most frequent reason why the positions that were tried did not fit. */
  code: Misfit['code']
  message: string
  /** Metres of wall that it needs, and metres of floor in front of the wall. */
  needed: { width: number; depth: number }
  /** The longest free stretch of wall, and the floor area on which nothing stands. */
  available: { wallLength: number; floorArea: number }
  count: number
}

export interface Furnished {
  /** Items in the order in which they were placed; `on` is an index in this list. */
  placed: PlacedItem[]
  skipped: Skip[]
  /** Width of the widest way that joins all doors, in metres; null with less than two doors. */
  minWidth: number | null
}

/** Most items that furnishing places in one room. */
const ITEMS_MAX = 200
/** Most times that one step is repeated. */
const TIMES_MAX = 40
/** Least gap between things of different settings, in metres. */
const GAP_M = 0.08
/** People walk under a thing whose underside is at least this high, in metres. */
const WALKED_UNDER_M = 1.9
/** How far in front of a wall its free stretches are measured, and in which steps, in metres. */
const FREE_DEPTH_M = 0.3
const FREE_STEP_M = 0.05
/** Greatest distance from a way to a thing that is used from it, in metres. */
const REACH_M = 0.8

/**
 * Finds positions for the things of a recipe, clear of what is on its level and of `more`, which is
 * not in the scene yet. Edits nothing; the same room always gets the same things.
 */
export function furnish(
  scene: Scene,
  zone: NodeOf<'zone'>,
  recipe: Recipe,
  density: Density,
  required: readonly string[],
  more: readonly Obstacle[] = [],
): Furnished {
  const room = roomOf(scene, zone)
  const around = obstaclesOf(scene, room.levelId)
  return new Furnishing(room, [...around, ...more]).furnish(recipe, density, required)
}

class Furnishing {
  private readonly room: Room
  private readonly around: Surroundings
  private readonly placed: PlacedItem[] = []
  private readonly skipped: Skip[] = []
  private walking: WalkingRoom
  /**
   * Width that ways must have: where the room was narrower before, it must not become narrower
   * still.
   */
  private readonly way: number

  constructor(room: Room, all: readonly Obstacle[]) {
    this.room = room
    const box = boxOf(room.regions.flatMap(({ outer }) => outer))
    const around = all.filter((other) => areNear(box, other.box, FAR_M))
    this.around = {
      // Walls bound the room: `regions` ends at them.
      obstacles: around.filter(({ kind }) => kind !== 'wall'),
      passages: room.passages,
      regions: room.regions,
      ceiling: room.ceiling,
    }
    const outlines = around
      .filter(
        ({ kind, isWalkable }) => kind !== 'wall' && OBSTACLE_TRAITS[kind].isSolid && !isWalkable,
      )
      .flatMap(({ pieces }) => pieces.filter(({ bottom }) => bottom < WALKED_UNDER_M))
    this.walking = WalkingRoom.of(room).with(outlines.map(({ outline }) => outline))
    this.way = this.walking.hasWays(WAY_M) ? WAY_M : (this.walking.widthOfWays() ?? 0)
  }

  furnish(recipe: Recipe, density: Density, required: readonly string[]): Furnished {
    const missing = [...required]
    for (const step of this.stepsFor(recipe, density, missing)) {
      const view = this.view()
      const settings = typeof step.settings === 'function' ? step.settings(view) : step.settings
      const requested = settings.filter(({ members }) =>
        members.some(({ asset }) => missing.includes(asset)),
      )
      // A thing required by name must not be replaced by a similar one.
      const order = requested.length > 0 ? requested : settings
      const times = typeof step.times === 'function' ? step.times(view) : (step.times ?? 1)
      for (let time = 0; time < Math.min(times, TIMES_MAX); time++) {
        const put = this.putFirst(order, step)
        if (!put) break
        for (const { assetId } of put) {
          const index = missing.indexOf(assetId)
          if (index >= 0) missing.splice(index, 1)
        }
      }
    }
    const minWidth = this.walking.widthOfWays()
    return { placed: this.placed, skipped: this.skipped, minWidth }
  }

  /** The steps of this density, and extra steps for required things that no such step places. */
  private stepsFor(recipe: Recipe, density: Density, required: readonly string[]): Step[] {
    const rank = DENSITIES.indexOf(density)
    const names = (step: Step): string[] => {
      const settings =
        typeof step.settings === 'function' ? step.settings(this.view()) : step.settings
      return settings.flatMap(({ members }) => members.map(({ asset }) => asset))
    }
    const steps = recipe.filter(
      (step) =>
        DENSITIES.indexOf(step.from ?? 'sparse') <= rank ||
        names(step).some((asset) => required.includes(asset)),
    )
    const known = new Set(steps.flatMap(names))
    const extra = required.flatMap((name, index) => {
      const isMore = required.indexOf(name) !== index
      return known.has(name) && !isMore ? [] : [stepFor(name)]
    })
    return [...extra, ...steps]
  }

  private view(): View {
    const walking = this.walking
    return {
      room: this.room,
      placed: this.placed,
      area: regionArea(this.room.regions),
      get openest() {
        return walking.openest
      },
    }
  }

  /**
   * Places the first setting that fits somewhere and returns its items. Where none fits, records
   * why.
   */
  private putFirst(settings: StepSetting[], step: Step): PlacedItem[] | null {
    let first: { setting: Setting; misfit: Misfit } | undefined
    for (const setting of settings) {
      const tried = this.put(setting, step.prefer)
      if ('put' in tried) return tried.put
      first ??= { setting, misfit: tried.misfit }
    }
    if (first) this.skip(first.setting, first.misfit)
    return null
  }

  private put(
    setting: StepSetting,
    prefer: Step['prefer'],
  ): { put: PlacedItem[] } | { misfit: Misfit } {
    const misfits = new Map<string, { misfit: Misfit; count: number }>()
    const view = this.view()
    for (const position of listPositions(setting, prefer, view)) {
      if (setting.accepts?.(position, view) === false) continue
      const fitted = this.fitted(setting, placeSetting(setting, position, this.room.ceiling))
      if ('misfit' in fitted) {
        const { misfit } = fitted
        const known = misfits.get(misfit.code)
        if (known) known.count++
        else misfits.set(misfit.code, { misfit, count: 1 })
        continue
      }
      if (this.placed.length + fitted.put.length > ITEMS_MAX) break
      this.take(fitted.put, fitted.walking)
      for (const { member, misfit } of fitted.left)
        this.skip({ ...setting, members: [setting.members[member]] }, misfit)
      return { put: fitted.put }
    }
    const [most] = [...misfits.values()].sort((a, b) => b.count - a.count)
    return { misfit: most?.misfit ?? NOWHERE }
  }

  private fitted(
    { members, isFlush }: Setting,
    placing: Iterable<PlacedItem>,
  ):
    | { misfit: Misfit }
    | { put: PlacedItem[]; left: { member: number; misfit: Misfit }[]; walking: WalkingRoom } {
    const left = new Map<number, Misfit>()
    const all: PlacedItem[] = []
    for (const each of placing) {
      const index = all.push(each) - 1
      const member = members[index]
      const above = member.on ?? member.needs
      const misfit =
        (above !== undefined && left.get(above)) ||
        this.misfit(each, member.on, isFlush ? 0 : GAP_M)
      if (!misfit) continue
      if (!member.isOptional && member.needs === undefined) return { misfit }
      left.set(index, misfit)
    }
    const fitting = all.map((_, index) => index).filter((index) => !left.has(index))
    const put = fitting.map((index) => {
      const { on, ...rest } = all[index]
      return on === undefined ? rest : { ...rest, on: this.placed.length + fitting.indexOf(on) }
    })
    const walking = this.walking.with(put.filter(isInWay).map(outlineOf))
    if (!walking.hasWays(this.way)) return { misfit: NO_WAY }
    const used = put.filter(({ shape }) => shape.asset.clearance.front > 0 && isInWay({ shape }))
    if (!walking.reaches(used.map(outlineOf), this.way, REACH_M)) return { misfit: NO_WAY }
    const own = [...left].map(([member, misfit]) => ({ member, misfit }))
    return { put, left: own, walking }
  }

  private misfit(each: PlacedItem, on: number | undefined, gap: number): Misfit | null {
    // A member that stands on another member fits wherever that one does.
    if (on !== undefined) return null
    const { shape } = each
    return (
      misfitOf(shape, this.around) ??
      discomfortOf(shape, this.around, this.room.windows) ??
      crowdingOf(each, this.placed, gap)
    )
  }

  private take(put: PlacedItem[], walking: WalkingRoom): void {
    this.placed.push(...put)
    this.walking = walking
  }

  private skip(setting: Setting, { code, message }: Misfit): void {
    const [anchor] = setting.members
    const known = this.skipped.find((skip) => skip.assetId === anchor.asset && skip.code === code)
    if (known) {
      known.count++
      return
    }
    const [least, greatest] = widthOf(setting.members)
    const asset = assetNamed(anchor.asset)!
    const depth = { ...asset.dimensions, ...anchor.size }.depth + asset.clearance.front
    this.skipped.push({
      assetId: anchor.asset,
      code,
      message,
      needed: { width: round(greatest - least), depth: round(depth) },
      available: { wallLength: round(this.freeWall()), floorArea: round(this.walking.freeArea) },
      count: 1,
    })
  }

  /** Length of the longest stretch of wall along which nothing stands and no door opens. */
  private freeWall(): number {
    const occupied = [
      ...this.placed.filter(isInWay).map(outlineOf),
      ...this.room.passages.flatMap(({ keepOut, leaf }) => [...keepOut, ...leaf]),
    ]
    let longest = 0
    for (const side of this.room.sides.filter(({ wallId }) => wallId !== undefined)) {
      const edge = scale(side.inward, FREE_DEPTH_M / 2)
      let free = 0
      for (let s = FREE_STEP_M / 2; s < side.length; s += FREE_STEP_M) {
        const at = add(add(side.from, scale(side.along, s)), edge)
        free = occupied.some((ring) => contains(ring, at)) ? 0 : free + FREE_STEP_M
        if (free > longest) longest = free
      }
    }
    return longest
  }
}

const NOWHERE: Misfit = {
  code: 'no_space',
  message: 'No wall of the room is long enough for it.',
  nodeIds: [],
}
const NO_WAY: Misfit = {
  code: 'no_space',
  message: `It would leave a way of less than ${WAY_M} m from door to door, or to a thing that is used.`,
  nodeIds: [],
}

const isInWay = ({ shape: { prism, asset } }: Pick<PlacedItem, 'shape'>): boolean =>
  asset.isWalkable !== true && prism.bottom < WALKED_UNDER_M
const outlineOf = ({ shape }: PlacedItem): Polygon => shape.prism.outline
/** Rounds to the centimetre, for a person to read. */
const round = (metres: number): number => Math.round(metres * 100) / 100

/** Where an asset of each attachment can be placed by itself; one that needs a surface cannot. */
const SETTING_PLACES: Record<Attachment, Setting['at'][]> = {
  floor: ['wall', 'free'],
  wall: ['wall'],
  ceiling: ['free'],
  surface: [],
}

/** A step that places an asset required by name: at a wall, or else anywhere. */
function stepFor(asset: string): Step {
  const { attach } = assetNamed(asset)!
  return {
    settings: SETTING_PLACES[attach].map((at) => ({ at, members: [{ asset }] })),
    prefer: (position, view) =>
      position.side ? inCorner(position, view) : inTheOpen(position, view),
  }
}
