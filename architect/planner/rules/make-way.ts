import {
  type Answer,
  isRefused,
  type Refused,
  type Success,
} from '../../operations/draft-answer.ts'
import { ITEMS_MODES } from '../../operations/fit/items-mode.ts'
import type { House, HouseOpening } from '../house/house.ts'
import type { PlannedCall, Workbench } from '../workbench.ts'

/** Refusals for furniture in the way. */
const ITEM_CODES = new Set(['collides', 'blocks_door', 'outside_room', 'no_space'])
/** Refusals for a door or window that would no longer fit. */
const OPENING_CODES = new Set(['opening_outside_wall', 'opening_overlap'])
/** Doors and windows that one edit moves aside. */
const OPENINGS_MOVED_MAX = 4

/**
 * Makes an edit; furniture, doors and windows in its way are moved, and furniture placed anew where
 * that is not enough. Throws `Declined` with the first reason where it stays refused.
 */
export function applyMakingWay(
  bench: Workbench,
  tool: string,
  given: Record<string, unknown>,
): Success {
  const start = bench.mark()
  for (let moved = 0; moved <= OPENINGS_MOVED_MAX; moved++) {
    const answer = attemptWithItems(bench, tool, given)
    if (!isRefused(answer)) return answer
    if (!moveOpening(bench, answer, tool, given)) break
  }
  bench.returnTo(start)
  return bench.apply(tool, given)
}

/** Makes an edit; furniture in its way is moved, or placed anew where that is not enough. */
export function attemptWithItems(
  bench: Workbench,
  tool: string,
  given: Record<string, unknown>,
): Answer {
  const first = bench.attempt(tool, given)
  let answer = first
  for (const items of ITEMS_MODES.slice(1)) {
    if (!isRefused(answer) || !ITEM_CODES.has(answer.error.code)) break
    answer = bench.attempt(tool, { ...given, items })
  }
  return isRefused(answer) && isRefused(first) && !OPENING_CODES.has(answer.error.code)
    ? first
    : answer
}

/** Moves the opening for which an edit was refused to where it fits; false where it cannot. */
function moveOpening(
  bench: Workbench,
  { error }: Refused,
  tool: string,
  given: Record<string, unknown>,
): boolean {
  const [id] = error.nodeIds ?? []
  const opening = bench.house.openings.find((each) => each.id === id)
  if (!opening || !OPENING_CODES.has(error.code)) return false
  const start = bench.mark()
  for (const shift of shiftsOf(bench.house, opening, error, given)) {
    const move = shift.map((part) => Math.round(part * 1000) / 1000)
    const isMoved =
      Math.hypot(...move) > 0 && !isRefused(bench.attempt('edit_opening', { id, move }))
    if (isMoved && !isSameRefusal(bench, tool, given, id)) return true
    bench.returnTo(start)
  }
  return false
}

type Step = readonly [number, number]

/** Ways by which an opening may give way, as its refusal states them, the shortest first. */
function shiftsOf(
  { walls }: House,
  { wallId, centre }: HouseOpening,
  error: Refused['error'],
  given: Record<string, unknown>,
): Step[] {
  if (Array.isArray(error.at) && Array.isArray(error.clearAt)) {
    const [x, z] = error.at as number[]
    const clear = error.clearAt as Step[]
    const ways = clear.map(([clearX, clearZ]): Step => [x - clearX, z - clearZ])
    return ways.sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
  }
  const nearest = error.nearestOffset
  if (typeof nearest !== 'number') return []
  const wall = walls.find((each) => each.id === wallId)!
  const now = Math.hypot(centre[0] - wall.start[0], centre[1] - wall.start[1])
  // The refusal counts from the start of the wall as it would be: that may have moved as well.
  const by = typeof given.by === 'number' ? given.by : 0
  return [nearest - now, nearest - now + by, nearest - now - by].map((shift) => [
    ((wall.end[0] - wall.start[0]) / wall.length) * shift,
    ((wall.end[1] - wall.start[1]) / wall.length) * shift,
  ])
}

/** Whether an edit is still refused for an opening. */
function isSameRefusal(
  bench: Workbench,
  tool: string,
  given: Record<string, unknown>,
  id: string,
): boolean {
  const start = bench.mark()
  const answer = bench.attempt(tool, given)
  bench.returnTo(start)
  return (
    isRefused(answer) && OPENING_CODES.has(answer.error.code) && answer.error.nodeIds?.[0] === id
  )
}

/** Sentences about openings and furniture that calls have moved or removed; empty for none. */
export function movedSentence(before: House, after: House, calls: readonly PlannedCall[]): string {
  const openings = calls.flatMap(({ tool, arguments: given }) => {
    const opening = tool === 'edit_opening' && before.openings.find(({ id }) => id === given.id)
    if (!opening || !Array.isArray(given.move)) return []
    const [room] = before.rooms.filter(({ id }) => opening.roomIds.includes(id))
    const by = Math.round(Math.hypot(...(given.move as number[])) * 100)
    return [` The ${opening.kind} of ${room?.label ?? 'the house'} moved ${by} cm to fit.`]
  })
  return [...openings, furnitureSentence(before, after)].join('')
}

function furnitureSentence(before: House, after: House): string {
  const items = (house: House) =>
    Object.values(house.scene.nodes).flatMap((node) => (node.kind === 'item' ? [node] : []))
  const now = new Map(items(after).map((item) => [item.id, item]))
  const old = items(before)
  const moved = old.filter(({ id, position }) => {
    const other = now.get(id)
    return other && String(other.position) !== String(position)
  })
  const fewer = old.length - now.size
  return [
    ...(moved.length > 0 ? [` ${counted(moved.length, 'piece')} of furniture moved.`] : []),
    ...(fewer > 0 ? [` ${counted(fewer, 'piece')} of furniture found no place and went.`] : []),
  ].join('')
}

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
