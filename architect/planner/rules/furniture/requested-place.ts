import type { Point } from '../../../geometry/point.ts'
import { SIDES, type Side } from '../../../layout/room-program.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import type { Workbench } from '../../workbench.ts'
import { marked } from '../pattern-rule.ts'
import type { RequestedPlace } from './find-place.ts'
import { matchingItems } from './house-items.ts'

const SIDE = SIDES.join('|')
/** `north wall`, `wall to the north`, `northern side`. */
const WALL = new RegExp(
  String.raw`\b(?:against|along|on|onto|at|by|to|near|in|facing) (${SIDE})(?:ern)?\b(?: wall| side| end)?`,
)
const CORNER = new RegExp(String.raw`\b(?:(${SIDE})(?:ern)?[- ]?)?(${SIDE})?(?:ern)? ?corners?\b`)
const WINDOW =
  /\b(?:under|below|beneath|in front of|by|at|near|next to|beside|before|to) (?:room\d+ )?windows?\b/
const MIDDLE = /\b(?:in|to|into|at) (?:middle|cent(?:re|er))\b/
/** An item next to which another one goes. */
export const NEXT_TO =
  /\b(next to|beside|near|alongside|close to|by|at foot of|on either side of|either side of|opposite(?: to)?|across from|facing|in front of|around|with) (?:room\d+ )?(item\d+)\b/
/** A hanging or standing thing on another one. */
export const ON_TOP = /\b(?:on|onto|on top of|atop) (item\d+)\b/
const HANDS: Record<string, Side> = { left: 'west', right: 'east', back: 'north', front: 'south' }

/** Where in a room a clause places something. Throws `Declined` where a thing is not there. */
export function requestedPlace(bench: Workbench, clause: Clause, room: HouseRoom): RequestedPlace {
  const { text } = clause
  if (WINDOW.test(text)) return { isAtWindow: true }
  const beside = NEXT_TO.exec(text)
  if (beside && beside[1] !== 'with') {
    const items = matchingItems(bench, marked(clause.items, beside[2]), [room])
    const near = items.map(({ position: [x, , z] }): Point => [x, z])
    return {
      near,
      ...(/^(?:opposite|across|facing)/.test(beside[1]) && { isOpposite: true as const }),
    }
  }
  const corner = CORNER.exec(text)
  if (corner) {
    const hand = /\b(left|right|back|front)(?:[- ]hand)? corner\b/.exec(text)?.[1]
    const sides = [corner[1], corner[2], hand && HANDS[hand]].filter(Boolean) as Side[]
    return { isCorner: true, ...(sides.length > 0 && { sides: [...new Set(sides)] }) }
  }
  const wall = WALL.exec(text)
  if (wall) return { sides: [wall[1] as Side] }
  const hand = /\b(left|right|back|front)(?:[- ]hand)? (?:wall|side)\b/.exec(text)?.[1]
  if (hand) return { sides: [HANDS[hand]] }
  return MIDDLE.test(text) ? { isInMiddle: true } : {}
}

/** A target as replies state it. */
export function formatPlace({ sides, isCorner, isAtWindow, isInMiddle }: RequestedPlace): string {
  if (isCorner) return ` in ${sides ? `the ${sides.join('-')}` : 'a'} corner`
  if (isAtWindow) return ' at the window'
  if (isInMiddle) return ' in the middle'
  return sides ? ` at the ${sides[0]} wall` : ''
}
