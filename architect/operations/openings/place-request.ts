import { distance, type Point } from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { formatPoint } from '../../scene/units.ts'
import { formatLength } from '../input/format-length.ts'
import { requireNode } from '../nodes/require-node.ts'
import { Refusal } from '../refusal.ts'
import { nearestOnWall } from '../walls/wall-snap.ts'
import { distanceAlong } from '../walls/wall-split.ts'
import type { NewOpening } from './add-opening.ts'
import { bestPlace, type ChosenPlace } from './best-place.ts'
import { stretchesBetween } from './wall-between.ts'

/** How far from the middle of a wall a given centre may be, in metres. */
const CENTRE_REACH_M = 0.5

/** Where an opening is requested: one of several ways. */
export interface PlaceRequest {
  wallId?: string
  t?: number
  offset?: number
  centre?: [number, number]
  zoneId?: string
  to?: string
}

/** A wall and, where one is given or chosen, the offset along it in metres. */
export interface ResolvedPlace {
  wallId: string
  offset?: number
  /** Only where it was chosen between two rooms. */
  chosen?: ChosenPlace
}

/**
 * The wall and the offset that a call gives: by `wallId` with `t`, `offset` or `centre`, by
 * `centre` alone, or by `zoneId` and `to`. Refuses none of them, and more than one.
 */
export function resolvePlace(
  scene: Scene,
  given: PlaceRequest,
  request: NewOpening,
  wallParam = 'wallId',
): ResolvedPlace {
  const { wallId, t, offset, centre, zoneId, to } = given
  const places = { t, offset, centre, to }
  const named = Object.entries(places).filter(([, value]) => value !== undefined)
  if (named.length > 1)
    throw new Refusal(
      'invalid_input',
      `Give one position and not ${named.map(([name]) => name).join(' and ')}: t is a share of the wall, offset a length, centre a point, to the room beyond.`,
      { param: named[1][0] },
    )
  if (to !== undefined) {
    if (zoneId === undefined || wallId !== undefined)
      throw new Refusal(
        'invalid_input',
        `to is the room beyond the wall of zoneId, and takes the place of ${wallParam}.`,
        { param: zoneId === undefined ? 'zoneId' : wallParam },
      )
    const zone = requireNode(scene, zoneId, ['zone'], 'zoneId')
    const chosen = bestPlace(scene, stretchesBetween(scene, zone, to), request)
    return { wallId: chosen.wallId, offset: chosen.offset, chosen }
  }
  if (centre !== undefined) return placeByCentre(scene, centre, wallId, zoneId)
  if (wallId === undefined || zoneId !== undefined)
    throw new Refusal(
      'invalid_input',
      `Give ${wallParam}, or zoneId with to, the room beyond the wall, or centre, a point on the wall.`,
      { param: wallParam },
    )
  const wall = requireNode(scene, wallId, ['wall'], wallParam)
  return { wallId: wall.id, offset: t === undefined ? offset : t * wallPath(wall).length }
}

/** The wall through or next to a point, and how far along it the point is. */
export function placeByCentre(
  scene: Scene,
  centre: Point,
  wallId: string | undefined,
  zoneId: string | undefined,
): ResolvedPlace {
  const walls =
    wallId === undefined
      ? wallsOfLevel(scene, zoneId)
      : [requireNode(scene, wallId, ['wall'], 'wallId')]
  const near = walls
    .map((wall) => {
      const at = nearestOnWall(wall, centre)
      return { wall, at, away: distance(at, centre) }
    })
    .sort((a, b) => a.away - b.away)
  const [best] = near
  if (!best || best.away > CENTRE_REACH_M)
    throw new Refusal(
      'invalid_input',
      `${formatPoint(centre)} is not on a wall${best ? `: ${best.wall.id}, the nearest, is ${formatLength(best.away)} away` : ''}.`,
      {
        param: 'centre',
        nodeIds: near.slice(0, 3).map(({ wall }) => wall.id),
        details: { candidates: near.slice(0, 3).map(({ wall }) => wall.id) },
      },
    )
  return { wallId: best.wall.id, offset: distanceAlong(best.wall, best.at) }
}

function wallsOfLevel(scene: Scene, zoneId: string | undefined): NodeOf<'wall'>[] {
  if (zoneId !== undefined)
    return childrenOf(scene, requireNode(scene, zoneId, ['zone'], 'zoneId').parent!, 'wall')
  const levels = nodesOf(scene, 'level')
  if (levels.length === 1) return childrenOf(scene, levels[0].id, 'wall')
  throw new Refusal(
    'invalid_input',
    `A point is on ${levels.length} storeys: give the wall or the zoneId of a room next to it too.`,
    { param: 'centre' },
  )
}
