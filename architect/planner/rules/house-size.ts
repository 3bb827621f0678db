import type { Side } from '../../layout/room-program.ts'
import type { House, HouseWall } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import { wayTo } from '../house/way-to.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest } from './best-way.ts'
import { disturbance, neighboursSentence } from './disturbance.ts'
import { type Figures, figuresFor } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { type Found, ruleOf } from './pattern.ts'
import type { Reading, Rule } from './rule.ts'

const HOUSE =
  '(?:whole |entire )?(?:house|home|building|bungalow|cottage|plan|footprint|floor plan)'
const GROW =
  '(?<verb>extend|enlarge|expand|stretch|lengthen|widen|grow|increase|deepen|shorten|shrink|reduce|narrow)'
const MORE = '(?<more>longer|wider|deeper|larger|bigger|broader|shorter|narrower|smaller)'
const NOUN = '(?<noun>long|wide|deep|broad)'
const LESS = /^(?:short|narrow|small|shrink|reduce)/

/** Walls whose middles are this near are in one line, in metres. */
const SAME_LINE_M = 0.05

/** Where a request states no figure. */
const USUAL_SHARE = 0.1

type Axis = 'x' | 'z'
const SIDES_OF: Record<Axis, readonly Side[]> = { x: ['east', 'west'], z: ['south', 'north'] }

/** The outer dimensions of the house. */
export const HOUSE_SIZE_RULES: Rule[] = [
  ruleOf(
    [
      `make ${HOUSE} (?:by )?{len} ${MORE}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `make ${HOUSE} ${MORE} by {len}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `make ${HOUSE} ${MORE}(?: (?:to|towards|on|in|at) {side}| {side}) by {len}`,
      `${GROW} ${HOUSE} (?:by )?{len}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `${GROW} ${HOUSE}(?: (?:to|towards|on|in|at) {side}| {side}) by {len}`,
      `${HOUSE} should be {len} ${MORE}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `add {len} to {side}(?: side)? of ${HOUSE}`,
      `make ${HOUSE} (?:bit |little |slightly |somewhat )?${MORE}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `${GROW} ${HOUSE}(?: (?:to|towards|on|in|at) {side}| {side})?`,
    ],
    (found) => sized(found, (length) => (isLess(found) ? -length : length)),
  ),
  ruleOf(
    [
      `make ${HOUSE} {len} ${NOUN}(?: (?:to|towards|on|in|at) {side}| {side})?`,
      `${HOUSE} should be {len} ${NOUN}`,
      `${GROW} ${HOUSE} to {len}(?: ${NOUN})?`,
    ],
    (found) => sized(found, (length, now) => length - now),
  ),
]

const isLess = (found: Found): boolean => LESS.test(found.part('more') ?? found.part('verb') ?? '')

function sized(found: Found, growth: (length: number, now: number) => number): Reading {
  return {
    subject: 'the house',
    run(bench) {
      const axis = axisOf(bench.house, found)
      const now = extentOf(bench.house, axis)
      const chosen = Math.round(now * USUAL_SHARE * 10) / 10
      const by = growth(found.length ?? chosen, now)
      const sentence = growHouse(bench, axis, by, found.side, figuresFor(found.clause.original))
      return found.length === null
        ? `${sentence} You gave no figure, so I chose ${USUAL_SHARE * 100} %.`
        : sentence
    },
  }
}

function axisOf(house: House, found: Found): Axis {
  const { side } = found
  if (side !== null) return side === 'east' || side === 'west' ? 'x' : 'z'
  const word = found.part('more') ?? found.part('noun') ?? found.part('verb') ?? ''
  const isLongX = extentOf(house, 'x') >= extentOf(house, 'z')
  if (/^(?:wide|broad|narrow)/.test(word)) return 'x'
  if (/^deep/.test(word)) return 'z'
  return isLongX ? 'x' : 'z'
}

function extentOf(house: House, axis: Axis): number {
  const box = boxAround(house)
  if (!box)
    throw new Declined('The project has no outer walls yet, so that there is no house to resize.')
  return axis === 'x' ? box.maxX - box.minX : box.maxZ - box.minZ
}

function growHouse(
  bench: Workbench,
  axis: Axis,
  by: number,
  side: Side | null,
  figures: Figures,
): string {
  if (Math.abs(by) < 0.005)
    return `The house already is ${figures.length(extentOf(bench.house, axis))}.`
  const before = bench.house
  const start = bench.mark()
  const sides = side === null ? SIDES_OF[axis] : [side]
  makeBest(
    bench,
    [
      sides.map((each) => ({
        make() {
          for (const { id } of outermost(before, each))
            applyMakingWay(bench, 'move_wall', { wallId: id, by: wayTo(each, by) })
        },
      })),
    ],
    (old, now) => disturbance(old, now, []),
  )
  const after = bench.house
  return `The house is ${figures.length(Math.abs(by))} ${by > 0 ? 'longer' : 'shorter'}${side === null ? '' : ` in the ${side}`} now: ${figures.length(extentOf(after, 'x'))} by ${figures.length(extentOf(after, 'z'))} outside (before: ${figures.length(extentOf(before, 'x'))} by ${figures.length(extentOf(before, 'z'))}).${neighboursSentence(before, after, [], figures)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** Of each storey the longest wall in the outermost line of a side. */
function outermost({ walls, levels }: House, side: Side): HouseWall[] {
  const axis = side === 'east' || side === 'west' ? 0 : 1
  const sign = side === 'east' || side === 'south' ? 1 : -1
  return levels.flatMap(({ id }) => {
    const outer = walls.filter((wall) => wall.levelId === id && wall.side === side)
    const most = Math.max(...outer.map(({ start }) => sign * start[axis]))
    return outer
      .filter(({ start }) => sign * start[axis] > most - SAME_LINE_M)
      .sort((a, b) => b.length - a.length)
      .slice(0, 1)
  })
}
