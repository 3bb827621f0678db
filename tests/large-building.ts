import { Draft } from '../architect/operations/draft.ts'
import { isRefused } from '../architect/operations/draft-answer.ts'
import { newScene, type Scene } from '../architect/scene/scene.ts'
import { seeded } from './seeded.ts'

/** A size of building: the usual one has more than 200 walls and 800 nodes. */
export interface LargeBuilding {
  storeys?: number
  roomsPerSide?: number
  seed?: number
  /** Furnished rooms have desks, beds or whatever their use asks for. */
  isFurnished?: boolean
}

const CORRIDOR_M = 2.4
const USES = ['office', 'office', 'classroom', 'meeting', 'office', 'storage'] as const

/** One call of an edit. Throws when it is refused: a bench on half a building measures nothing. */
type Call = (tool: string, given: Record<string, unknown>) => Record<string, unknown>

/**
 * An office building, made through the operations alone: on every storey a corridor with rooms of
 * various widths on both sides, each with a door and two windows, a stair from floor to floor, a flat
 * roof. The same seed gives the same scene.
 */
export function largeBuilding(options: LargeBuilding = {}): Scene {
  const { storeys = 4, roomsPerSide = 10, seed = 8, isFurnished = true } = options
  const draft = new Draft(newScene('A large building (fictional)', 'large'))
  const random = seeded(seed)
  const call: Call = (tool, given) => {
    const answer = draft.apply(tool, given)
    if (isRefused(answer))
      throw new Error(
        `${tool} ${JSON.stringify(given)}: ${answer.error.code}: ${answer.error.message}`,
      )
    return answer
  }
  const widths = Array.from({ length: roomsPerSide }, () => 3.6 + Math.round(random() * 24) / 10)
  const levels = ['level_2']
  for (let storey = 1; storey < storeys; storey++)
    levels.push(`${call('create_level', { position: 'above' }).levelId}`)
  for (const levelId of levels) {
    const zones = addStorey(call, levelId, widths, random)
    if (isFurnished) for (const zoneId of zones) call('furnish_room', { zoneId })
  }
  call('create_roof', { levelId: levels.at(-1), roofType: 'flat' })
  return draft.scene
}

/** Answers the rooms that want furniture. */
function addStorey(
  call: Call,
  levelId: string,
  widths: readonly number[],
  random: () => number,
): string[] {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const [north, south] = [-CORRIDOR_M / 2, CORRIDOR_M / 2]
  const box = (west: number, east: number, top: number, bottom: number) => [
    [west, bottom],
    [east, bottom],
    [east, top],
    [west, top],
  ]
  call('create_room', {
    name: 'Corridor',
    roomType: 'corridor',
    levelId,
    polygon: box(0, total, north, south),
    wallThickness: 0.2,
    doors: levelId === 'level_2' ? [{ edge: 3, t: 0.5, width: 1.2 }] : [],
    windows: [{ edge: 1, t: 0.5, width: 1.2 }],
  })
  const zones: string[] = []
  for (const isNorth of [true, false]) {
    const depth = isNorth ? 5 : 6
    let west = 0
    for (const [index, width] of widths.entries()) {
      const east = west + width
      const [top, bottom] = isNorth ? [north - depth, north] : [south, south + depth]
      const roomType = USES[Math.floor(random() * USES.length)]
      // Edge 0 is the room's south side, edge 2 its north side.
      const [inner, outer] = isNorth ? [0, 2] : [2, 0]
      const { zoneId } = call('create_room', {
        name: `Room ${isNorth ? 'N' : 'S'}${index + 1}`,
        roomType,
        levelId,
        polygon: box(west, east, top, bottom),
        wallThickness: 0.12,
        doors: [{ edge: inner, t: 0.3, width: 0.9 }],
        windows: [
          { edge: outer, t: 0.27, width: 1.2 },
          { edge: outer, t: 0.73, width: 1.2 },
        ],
      })
      zones.push(`${zoneId}`)
      west = east
    }
  }
  return zones
}
