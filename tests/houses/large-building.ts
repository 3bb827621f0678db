import { Draft } from '../../architect/operations/draft.ts'
import { isRefused } from '../../architect/operations/draft-answer.ts'
import { newScene, type Scene } from '../../architect/scene/scene.ts'
import { seededRandom } from '../../random/seeded-random.ts'

/** A size of building: the usual one has more than 200 walls and 800 nodes. */
export interface LargeBuilding {
  storeys?: number
  roomsPerSide?: number
  seed?: number
  /** True when rooms get furniture for their use: desks, tables and so on. */
  isFurnished?: boolean
}

const CORRIDOR_M = 2.4
/** Depths of the rooms north and south of the corridor, in metres. */
const DEPTHS_M = [5, 6]
const STAIRWELL_M = 3.2
const USES = ['office', 'office', 'classroom', 'meeting', 'office', 'storage'] as const

/** Calls one edit. Throws when it is refused, as half a building is useless. */
type Call = (tool: string, given: Record<string, unknown>) => Record<string, unknown>

/**
 * An office building, made by operations only: a corridor with rooms of various widths on
 * both sides, each with a door and two windows, a stairwell, a flat roof. The ground floor is drawn
 * and furnished, the storeys above are copies of it without its front door. The same seed gives the
 * same scene.
 */
export function largeBuilding(options: LargeBuilding = {}): Scene {
  const { storeys = 4, roomsPerSide = 10, seed = 8, isFurnished = true } = options
  const draft = new Draft(newScene('A large building (fictional)', 'large'))
  const call: Call = (tool, given) => {
    const answer = draft.apply(tool, given)
    if (isRefused(answer))
      throw new Error(
        `${tool} ${JSON.stringify(given)}: ${answer.error.code}: ${answer.error.message}`,
      )
    return answer
  }
  const random = seededRandom(seed)
  const levels = ['level_2']
  const { frontDoors, zoneIds } = drawStorey(call, levels[0], roomsPerSide, random)
  if (isFurnished) for (const zoneId of zoneIds) call('furnish_room', { zoneId })
  for (let storey = 1; storey < storeys; storey++) {
    const { levelId, idMap } = call('duplicate_level', {
      levelId: levels[0],
      position: storey,
      label: `Storey ${storey}`,
      content: 'all',
    })
    call('delete_node', { ids: frontDoors.map((id) => (idMap as Record<string, string>)[id]) })
    levels.push(`${levelId}`)
  }
  for (const fromLevelId of levels.slice(0, -1))
    call('create_stair_between_levels', {
      fromLevelId,
      position: [STAIRWELL_M - 0.8, -CORRIDOR_M / 2 - 1.4],
      direction: 90,
      shape: 'u_shaped',
      turn: 'left',
      width: 1.2,
    })
  call('create_roof', { levelId: levels.at(-1), roofType: 'flat' })
  return draft.scene
}

/** Builds the ground floor. Returns its outer doors and the rooms to furnish. */
function drawStorey(call: Call, levelId: string, roomsPerSide: number, random: () => number) {
  const widths = Array.from({ length: roomsPerSide }, () => 3.6 + Math.round(random() * 24) / 10)
  const length = STAIRWELL_M + widths.reduce((sum, width) => sum + width, 0)
  const [north, south] = [-CORRIDOR_M / 2, CORRIDOR_M / 2]
  const room = (
    name: string,
    roomType: string,
    [west, east, top, bottom]: number[],
    openings: object,
  ) =>
    call('create_room', {
      label: name,
      roomType,
      levelId,
      polygon: [
        [west, bottom],
        [east, bottom],
        [east, top],
        [west, top],
      ],
      wallThickness: 0.15,
      ...openings,
    })
  call('create_story_shell', {
    levelId,
    footprint: [
      [0, south + DEPTHS_M[1]],
      [length, south + DEPTHS_M[1]],
      [length, north - DEPTHS_M[0]],
      [0, north - DEPTHS_M[0]],
    ],
    wallThickness: 0.3,
  })
  const corridor = room('Corridor', 'corridor', [0, length, north, south], {
    doors: [{ edge: 3, t: 0.5, width: 1.2 }],
    windows: [{ edge: 1, t: 0.5, width: 1.2 }],
  })
  const zoneIds: string[] = []
  for (const [side, depth] of DEPTHS_M.entries()) {
    const isNorth = side === 0
    // Edge 0 is a room's south side, edge 2 its north side.
    const [inner, outer] = isNorth ? [0, 2] : [2, 0]
    const windows = [0.27, 0.73].map((t) => ({ edge: outer, t, width: 1.2 }))
    const [top, bottom] = isNorth ? [north - depth, north] : [south, south + depth]
    room(
      isNorth ? 'Stairs' : 'Store',
      isNorth ? 'stairwell' : 'storage',
      [0, STAIRWELL_M, top, bottom],
      {
        doors: [{ edge: inner, t: 0.5, width: 1 }],
      },
    )
    let west = STAIRWELL_M
    for (const [index, width] of widths.entries()) {
      const roomType = USES[Math.floor(random() * USES.length)]
      const made = room(
        `Room ${isNorth ? 'N' : 'S'}${index + 1}`,
        roomType,
        [west, west + width, top, bottom],
        {
          doors: [{ edge: inner, t: 0.3, width: 0.9 }],
          windows,
        },
      )
      zoneIds.push(`${made.zoneId}`)
      west += width
    }
  }
  return { frontDoors: corridor.doorIds as string[], zoneIds }
}
