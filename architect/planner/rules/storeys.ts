import { formatList } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { addStorey } from './add-storey.ts'
import { clearHeights, setClearHeight } from './clear-height.ts'
import { figuresFor } from './figures.ts'
import { type Found, ruleOf } from './pattern.ts'
import { kindOf } from './room-kind.ts'
import type { Rule } from './rule.ts'
import { stairUp } from './stairs.ts'
import { UPPER_ROOMS_MAX, type UpperRoom } from './upper-plan.ts'

const LEVEL = '(?:floor|storey|story|level)'
const UPPER = `(?:(?:new |another |additional |extra |further )*(?:upper|second|top|first|third|next|new|another|additional|extra|further) ${LEVEL}|(?:another |new )?${LEVEL} (?:on top|above)(?: of (?:it|house|ground floor))?|(?:additional |extra )?${LEVEL}|upstairs)`
const ADD = "(?:add|build|create|put|make|i want|we want|i need|i'd like|draw|plan|design)"
const DELETE = '(?:delete|remove|demolish|drop|take off|take away|get rid of|tear down)'
const ROOMS =
  '(?:(?:num\\d+ )?room\\d+(?: (?:of|with) area\\d+(?: each)?)?(?:, and |, | and | plus )?)+'
const NAMED = `(?<level>ground|upper|first|second|top|lower|main) ${LEVEL}`
const SET = '(?:raise|lift|increase|lower|reduce|drop|set|change|make|bring)'
const CEILING =
  '(?:ceilings?|ceiling heights?|room heights?|heights? of ceilings?|heights? of rooms|storey heights?|story heights?|floor to ceiling heights?|floor heights?|headroom|clear heights?)'

/** Storeys and their heights. */
export const STOREY_RULES: Rule[] = [
  ruleOf(
    [
      `${ADD} ${UPPER} (?:like|same as|identical to|as copy of|that copies|that is like) (?:first|ground|lower|existing|one)(?: ${LEVEL}| below)*`,
      `${ADD} copy of (?:ground|first|upper|lower) ${LEVEL}(?: (?:above|on top)(?: of it)?)?`,
      `(?:duplicate|copy|repeat|clone) (?:ground|first|upper|lower|top) ${LEVEL}(?: (?:above|on top)(?: of it)?| upwards?)?`,
      `${ADD} (?:identical|same|second identical) ${LEVEL}(?: (?:above|on top))?`,
    ],
    () => ({ subject: 'the upper floor', run: copyStorey }),
  ),
  ruleOf(
    [
      `${ADD} ${UPPER} (?:with|for|that has|containing|having|which has|of|:) (?<rooms>${ROOMS})`,
      `${ADD} (?<rooms>${ROOMS}) (?:on|in) (?:new |another )?(?:upper|second|top|new) ${LEVEL}`,
    ],
    (found) => ({
      subject: 'the upper floor',
      run: (bench) => addStorey(bench, upperRooms(bench, found)),
    }),
  ),
  ruleOf([`${ADD} ${UPPER}(?: to house| on house)?`, 'go up num\\d+ storeys?'], () => ({
    subject: 'the upper floor',
    run: (bench) =>
      bench.choose('What should the new storey have?', [
        ['Two bedrooms and a bathroom', () => addStorey(bench, USUAL)],
        ['The same rooms as the floor below', () => copyStorey(bench)],
      ])(),
  })),
  ruleOf(
    [
      `${DELETE} (?:whole |entire )?(?:upper|top|second|first|third) ${LEVEL}(?: again)?`,
      `${DELETE} (?:everything )?upstairs`,
    ],
    () => ({ subject: null, run: deleteStorey }),
  ),
  ruleOf(
    [
      `${SET} ${CEILING} (?:of|in|on) (?:{room}|${NAMED}|house|all rooms|building) (?:to|(?<by>by)|at|of)? ?{len}(?: high)?`,
      `${SET} (?:all )?${CEILING} (?:up |down )?(?:(?<by>by)|to|at|of) {len}(?: (?:in|on|of) (?:${NAMED}|house))?`,
      `make ${CEILING} {len} (?:high|tall)(?: (?:in|on|of) (?:${NAMED}|house))?`,
      `make (?:${NAMED}|house) {len} (?:high|tall)`,
      `make ${CEILING}(?: (?:in|on|of) (?:${NAMED}|house|{room}))? {len} (?<more>higher|taller|lower)`,
      `(?:${NAMED}|{room}|house) should be {len} high`,
      `${CEILING}(?: (?:in|on|of) (?:${NAMED}|house|{room}))? should be {len}(?: high)?`,
      `(?:raise|lift|lower) (?:${NAMED}|{room}) (?:(?<by>by)|to) {len}`,
    ],
    (found) => ({ subject: null, run: (bench) => setHeight(bench, found) }),
  ),
]

/** Where the request names no rooms. */
const USUAL: UpperRoom[] = [
  { type: 'bedroom', label: 'Bedroom', area: null },
  { type: 'bedroom', label: 'Bedroom', area: null },
  { type: 'bathroom', label: 'Bathroom', area: null },
]

function upperRooms(bench: Workbench, found: Found): UpperRoom[] {
  const { clause } = found
  const parts = found.part('rooms')!.matchAll(/(?:num(\d+) )?room(\d+)(?: (?:of|with) area(\d+))?/g)
  const rooms = [...parts].flatMap(([, count, room, area]) => {
    const kind = kindOf(bench, clause.rooms[Number(room)])
    const times = count === undefined ? 1 : clause.numbers[Number(count)]
    const one = { ...kind, area: area === undefined ? null : clause.areas[Number(area)] }
    return Array.from({ length: Math.min(times, UPPER_ROOMS_MAX + 1) }, () => one)
  })
  if (rooms.length > UPPER_ROOMS_MAX)
    throw new Declined(
      `I can plan up to ${UPPER_ROOMS_MAX} rooms on a new storey at once, got ${rooms.length}. Add the others afterwards by splitting rooms.`,
    )
  return rooms
}

function topLevel({ house }: Workbench): { id: string; label: string; index: number } {
  const level = house.levels.at(-1)
  if (!level) throw new Declined('The project has no storeys.')
  return level
}

/** A copy of the uppermost storey above it; its roof moves up, and a stair leads there. */
function copyStorey(bench: Workbench): string {
  const below = topLevel(bench)
  const roofs = Object.values(bench.scene.nodes).flatMap((node) =>
    node.kind === 'roof' && node.parent === below.id ? [node] : [],
  )
  if (roofs.length > 0) bench.apply('delete_node', { ids: roofs.map(({ id }) => id) })
  const { levelId } = bench.apply('duplicate_level', {
    levelId: below.id,
    position: 'above',
    ...(below.index === 0 && { label: 'Upper floor' }),
  })
  const index = bench.house.levels.findIndex(({ id }) => id === levelId)
  const { label } = bench.house.levels[index]
  const stair = stairUp(bench, below.id, `${levelId}`)
  for (const { roofType, pitch, overhang, thickness } of roofs)
    bench.apply('create_roof', { roofType, pitch, overhang, thickness, levelId })
  const rooms = bench.house.rooms.filter((room) => room.levelId === levelId)
  return `I added the ${label.toLowerCase()} as a copy of the ${below.label.toLowerCase()}, with ${formatList(rooms.map((room) => room.label))}.${stair}`
}

function deleteStorey(bench: Workbench): string {
  const level = topLevel(bench)
  const { levels, rooms } = bench.house
  if (levels.length < 2 || level.index < 1)
    throw new Declined(
      `I cannot delete the ${level.label.toLowerCase()}: it is the only storey above the ground.`,
    )
  const below = levels.at(-2)!
  const roofs = Object.values(bench.scene.nodes).flatMap((node) =>
    node.kind === 'roof' && node.parent === level.id ? [node] : [],
  )
  const gone = rooms.filter(({ levelId }) => levelId === level.id).map(({ label }) => label)
  bench.apply('delete_node', { ids: [level.id], withContents: true })
  for (const { roofType, pitch, overhang, thickness } of roofs)
    bench.apply('create_roof', { roofType, pitch, overhang, thickness, levelId: below.id })
  return `The ${level.label.toLowerCase()} is deleted with ${formatList(gone)} and the stair to it.${roofs.length > 0 ? ` The roof is on the ${below.label.toLowerCase()} now.` : ''}`
}

const IS_RAISE = /^(?:raise|lift|increase)/
const IS_LOWER = /^(?:lower|reduce|drop)/

function setHeight(bench: Workbench, found: Found): string {
  const figures = figuresFor(found.clause.original)
  const levels = levelsOf(bench, found)
  const isRaised = found.part('more') !== 'lower' && !IS_LOWER.test(found.clause.text)
  const isBy = found.part('by') !== null || found.part('more') !== null
  const sentences = levels.map(({ id, label }) => {
    const heights = clearHeights(bench, id)
    if (heights.length === 0) throw new Declined(`${label} has no rooms yet.`)
    const now = Math.min(...heights)
    const target = isBy ? now + (isRaised ? 1 : -1) * found.length! : found.length!
    if (
      IS_RAISE.test(found.clause.text)
        ? target <= now
        : IS_LOWER.test(found.clause.text) && target >= now
    )
      return `The rooms of the ${label.toLowerCase()} already are ${figures.length(now)} high.`
    const height = setClearHeight(bench, id, target, figures)
    const after = Math.min(...clearHeights(bench, id))
    return `The rooms of the ${label.toLowerCase()} are ${figures.length(after)} high now (before: ${figures.length(now)}), ${figures.length(height)} from floor to floor.`
  })
  return sentences.join(' ')
}

/** The storeys that a request names: all where it names none. */
function levelsOf(bench: Workbench, found: Found): Workbench['house']['levels'] {
  const { levels } = bench.house
  if (found.hasRoom('room')) {
    const { levelId } = bench.room(found.room())
    return levels.filter(({ id }) => id === levelId)
  }
  const name = found.part('level')
  if (name === null) return levels
  const index = /^(?:ground|lower|main)$/.test(name) ? 0 : levels.at(-1)!.index
  const level = levels.filter((each) => each.index === index)
  if (level.length > 0 && (index > 0 || /^(?:ground|lower|main)$/.test(name))) return level
  throw new Declined(
    `There is no ${name} floor: the house has ${formatList(levels.map(({ label }) => `the ${label.toLowerCase()}`))}.`,
  )
}
