import { assetNamed } from '../../assets/catalog.ts'
import { isOnFloor } from '../../checks/on-floor.ts'
import { add, degreesOf, distance, dot, type Point, scale, subtract } from '../../geometry/point.ts'
import { boxOf } from '../../geometry/polygon.ts'
import { cachedByObject } from '../../kernel/cached-by-object.ts'
import type { Preference, View } from './recipe.ts'
import type { Room, Side } from './room.ts'
import type { Member, Setting, SettingPosition } from './setting.ts'

/** Most positions of one setting that are tried; longer walls are tried in longer steps. */
const POSITIONS_MAX = 2_000
/** Distance between two positions along a wall, and on the floor, in metres. */
const ALONG_M = 0.1
const ACROSS_M = 0.25
/** Gap between a setting and the end of its wall, in metres. */
const SIDE_PAD_M = 0.05
/** Sides that end this near to each other meet in a corner, in metres. */
const SAME_CORNER_M = 0.001

const POSITIONS: Record<Setting['at'], (setting: Setting, view: View) => SettingPosition[]> = {
  wall: wallPositions,
  free: (_, { room }) => floorPositions(room),
}

/** The positions where a setting may be placed, the best first. */
export function listPositions(setting: Setting, prefer: Preference, view: View): SettingPosition[] {
  const positions = POSITIONS[setting.at](setting, view)
  return positions
    .map((position, index) => ({ position, index, score: prefer(position, view) }))
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, POSITIONS_MAX)
    .map(({ position }) => position)
}

/** The least and the greatest x of the members that cannot be left out; the first one never can. */
export function widthOf(members: Member[]): [least: number, greatest: number] {
  const ends = members
    .filter(({ isOptional, needs }, index) => index === 0 || (!isOptional && needs === undefined))
    .flatMap(({ asset, x = 0, size, turned = 0 }) => {
      const { width, depth } = { ...assetNamed(asset)!.dimensions, ...size }
      const half = (Math.abs(turned % 180) === 90 ? depth : width) / 2
      return [x - half, x + half]
    })
  return [Math.min(...ends), Math.max(...ends)]
}

function wallPositions(setting: Setting, { room }: View): SettingPosition[] {
  const walls = room.sides.filter(({ wallId }) => wallId !== undefined)
  // A terrace has no walls; its border is used instead.
  const sides = walls.length > 0 ? walls : room.sides
  const whole = sides.reduce((sum, { length }) => sum + length, 0)
  const step = Math.max(ALONG_M, whole / POSITIONS_MAX)
  const [least, greatest] = widthOf(setting.members)
  const pad = setting.isFlush ? 0 : SIDE_PAD_M
  return sides.flatMap((side) => {
    // The frame is seen from inside the room, so its x runs against the direction of the side.
    const [first, last] = [greatest + pad, side.length + least - pad]
    if (first > last + 1e-6) return []
    const count = Math.max(1, Math.floor((last - first) / step))
    const steps = Array.from({ length: count + 1 }, (_, i) => first + ((last - first) * i) / count)
    const middle = (first + last) / 2
    const positionAt = (s: number): SettingPosition => ({
      origin: add(side.from, scale(side.along, s)),
      rotation: frameOf(side.inward),
      inward: side.inward,
      side,
      margins: [s - greatest, side.length - s + least],
    })
    const { corner } = setting
    if (!corner) return [...new Set([...steps, middle, last])].map(positionAt)
    const at = corner.at === 'right' ? side.from : side.to
    const second = sides.find(
      (other) =>
        distance(corner.at === 'right' ? other.to : other.from, at) < SAME_CORNER_M &&
        isCorner(side, other) &&
        other.length >= corner.leg - SAME_CORNER_M,
    )
    return second ? [{ ...positionAt(corner.at === 'right' ? first : last), second }] : []
  })
}

/** All positions on the floor of a room: the same ones for each setting. */
const floorPositions = cachedByObject((room: Room): SettingPosition[] => {
  const { minX, minZ, maxX, maxZ } = boxOf(room.regions.flatMap(({ outer }) => outer))
  const longest = longestOf(room.sides)
  const across = Math.max(ACROSS_M, Math.sqrt(((maxX - minX) * (maxZ - minZ) * 2) / POSITIONS_MAX))
  const positions: SettingPosition[] = []
  for (let x = minX + across / 2; x < maxX; x += across)
    for (let z = minZ + across / 2; z < maxZ; z += across) {
      const origin: Point = [x, z]
      if (!isOnFloor(room.regions, origin)) continue
      for (const inward of [longest.inward, longest.along])
        positions.push({ origin, rotation: frameOf(inward), inward, margins: [0, 0] })
    }
  return positions
})

/** True when two sides meet at a right angle, in a corner that the room fills. */
function isCorner(side: Side, other: Side): boolean {
  const isSquare = Math.abs(dot(side.along, other.along)) < 1e-3
  const towards = distance(side.from, other.to) < SAME_CORNER_M ? other.from : other.to
  const corner = towards === other.from ? side.from : side.to
  return isSquare && dot(subtract(towards, corner), side.inward) > 0
}

const longestOf = (sides: Side[]): Pick<Side, 'along' | 'inward'> =>
  sides.reduce<Pick<Side, 'along' | 'inward' | 'length'>>(
    (best, side) => (side.length > best.length + 1e-6 ? side : best),
    { along: [1, 0], inward: [0, -1], length: 0 },
  )

/** Rotation of a thing that faces a direction; at 0 it faces south. */
const frameOf = (inward: Point): number => (degreesOf(inward) + 90) % 360
