import { distance, dot, type Point, subtract } from '../../geometry/point.ts'
import type { PlacedItem } from './placed-item.ts'
import type { Preference, View } from './recipe.ts'
import type { SettingPosition } from './setting.ts'

/** The sum of several preferences. */
export const all =
  (...preferences: Preference[]): Preference =>
  (position, view) =>
    preferences.reduce((sum, prefer) => sum + prefer(position, view), 0)

/** Prefers the middle of a wall, and long walls. */
export const middleOfWall: Preference = ({ margins: [left, right], side }) =>
  Math.abs(left - right) / 2 - 0.4 * (side?.length ?? 0)

/** Prefers the ends of a wall. */
export const inCorner: Preference = ({ margins }) => Math.min(...margins)

export const farFromDoors: Preference = ({ origin }, { room }) =>
  -0.5 *
  nearestTo(
    origin,
    room.passages.map(({ inside }) => inside),
  )

export const nearDoors: Preference = ({ origin }, { room }) =>
  nearestTo(
    origin,
    room.passages.map(({ inside }) => inside),
  )

/** Prefers positions near a window, for its light. */
export const atWindow: Preference = ({ origin }, { room }) =>
  nearestTo(
    origin,
    room.windows.map(({ middle }) => middle),
  )

export const awayFromWindows: Preference = ({ origin }, { room }) =>
  -Math.min(
    2,
    nearestTo(
      origin,
      room.windows.map(({ middle }) => middle),
    ),
  )

/** Prefers the open middle of the floor. */
export const inTheOpen: Preference = ({ origin }, { openest }) => distance(origin, openest)

export const near =
  (...assets: string[]): Preference =>
  ({ origin }, { placed }) =>
    nearestTo(origin, placed.filter(({ assetId }) => assets.includes(assetId)).map(positionOf))

/** Prefers to stand opposite one of these assets, facing it from `away` metres. */
export const facing =
  (away: number, ...assets: string[]): Preference =>
  ({ origin, inward }, { placed }: View) => {
    const seen = placed.find(({ assetId }) => assets.includes(assetId))
    if (!seen) return 0
    const front = frontOf(seen)
    const offset = subtract(origin, positionOf(seen))
    const ahead = dot(offset, front)
    const aside = Math.hypot(...subtract(offset, [front[0] * ahead, front[1] * ahead]))
    return aside + 0.3 * Math.abs(ahead - away) + 3 * (1 + dot(front, inward)) + (ahead < 0 ? 5 : 0)
  }

/** Greatest angle between where people on a seat look and the thing that they watch, in degrees. */
const VIEW_DEGREES = 30
/** Least and greatest distance from a seat to what is watched from it, in metres. */
const VIEW_M = [1.6, 5] as const

/** True for positions that are watched from the first of these assets: ahead of it, facing it. */
export const isInViewOf =
  (...assets: string[]) =>
  ({ origin, inward }: SettingPosition, { placed }: View): boolean => {
    const seat = placed.find(({ assetId }) => assets.includes(assetId))
    if (!seat) return true
    const way = subtract(origin, positionOf(seat))
    const away = Math.hypot(...way)
    const least = Math.cos((VIEW_DEGREES * Math.PI) / 180) * away
    return (
      away >= VIEW_M[0] &&
      away <= VIEW_M[1] &&
      dot(way, frontOf(seat)) >= least &&
      -dot(way, inward) >= least
    )
  }

/** Prefers to be far from others of these assets, as far as `FAR_M`. */
export const awayFrom =
  (...assets: string[]): Preference =>
  ({ origin }, { placed }) => {
    const others = placed.filter(({ assetId }) => assets.includes(assetId)).map(positionOf)
    return others.length === 0 ? 0 : -3 * Math.min(FAR_M, nearestTo(origin, others))
  }

/** Things that share the work of one, such as lamps, are at most this far apart, in metres. */
const FAR_M = 5

const positionOf = ({ placement: { position } }: PlacedItem): Point => [position[0], position[2]]

function frontOf({ placement: { rotation } }: PlacedItem): Point {
  const turned = (rotation * Math.PI) / 180
  return [Math.sin(turned), Math.cos(turned)]
}

const nearestTo = (origin: Point, points: Point[]): number =>
  points.length === 0 ? 0 : Math.min(...points.map((point) => distance(origin, point)))
