import { contains } from '../../geometry/polygon.ts'
import type { Side } from '../../layout/room-program.ts'
import type { NodeOf, StairForm } from '../../scene/nodes.ts'
import { nodeOf, nodesOf } from '../../scene/scene.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import { wayTo } from '../house/way-to.ts'
import { formatMetres } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { figuresFor, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { type Found, ruleOf } from './pattern.ts'
import type { Reading, Rule } from './rule.ts'
import { type StairPlace, stairPlaces } from './stair-places.ts'

const STAIR = '(?:main |existing )?(?:stairs?|staircase|stairway|steps|stairwell|flight of stairs)'
const MOVE = '(?:put|move|place|shift|relocate|position|have|i want|want|set|bring)'
const FORM =
  '(?<form>spiral|helical|winding|round|u|l|u-shaped|l-shaped|u shaped|l shaped|straight|half-turn|half turn|quarter-turn|quarter turn|dog-leg|dogleg|dog leg)(?: (?:shaped|shape|form))?'
const FORMS: Record<string, StairForm> = {
  spiral: 'spiral',
  helical: 'spiral',
  winding: 'spiral',
  round: 'spiral',
  u: 'u_shaped',
  'u-shaped': 'u_shaped',
  'u shaped': 'u_shaped',
  'half-turn': 'u_shaped',
  'half turn': 'u_shaped',
  'dog-leg': 'u_shaped',
  'dog leg': 'u_shaped',
  dogleg: 'u_shaped',
  l: 'l_shaped',
  'l-shaped': 'l_shaped',
  'l shaped': 'l_shaped',
  'quarter-turn': 'l_shaped',
  'quarter turn': 'l_shaped',
  straight: 'straight',
}
const ENTRANCE = '(?:entrance|front door|entry|main door|house door|door)'
const AT = '(?:by|at|near|next to|beside|close to|in front of|towards|to|opposite)'

/** Places of a stair that are tried with the checks of the project. */
const PLACES_TRIED_MAX = 10

/** Stairs: their position, width and form. */
export const STAIR_RULES: Rule[] = [
  ruleOf(
    [
      `(?:add|build|create|install|put in|we need|i need|insert) (?:new )?${STAIR}(?: (?:to|up to|between) (?:upper|first|second|next|top|num\\d+|ground|both)? ?(?:floors?|storeys?|stories|levels?|upstairs))?`,
      `connect (?:num\\d+ |both )?(?:floors|storeys|stories|levels) (?:with|by) ${STAIR}`,
    ],
    () => ({ subject: 'the stair', run: addStair }),
  ),
  ruleOf(
    [`${MOVE} ${STAIR} (?:right )?${AT} ${ENTRANCE}`, `${STAIR} should be ${AT} ${ENTRANCE}`],
    () => about((bench, stair) => moveStair(bench, stair, entranceOf(bench), 'by the entrance')),
  ),
  ruleOf(
    [
      `${MOVE} ${STAIR} (?:by )?{len} (?:to |towards )?{side}`,
      `${MOVE} ${STAIR} (?:to |towards )?{side} by {len}`,
    ],
    (found) => about((bench, stair) => shiftStair(bench, stair, found)),
  ),
  ruleOf(
    [
      `${MOVE} ${STAIR} (?:(?:to|on|in|at|into|towards) )?{side}(?: of (?:house|building))?`,
      `${STAIR} should be (?:on|in|at) {side}`,
    ],
    (found) =>
      about((bench, stair) => {
        const side = found.side!
        return moveStair(bench, stair, sidePoint(bench, side), `in the ${side}`)
      }),
  ),
  ruleOf(
    [
      `${MOVE} ${STAIR} (?<how>in|into|inside|within|to) {room}`,
      `${MOVE} ${STAIR} (?<how>next to|beside|near|by|close to|at) {room}`,
      `${STAIR} should be (?<how>in|next to|near) {room}`,
    ],
    (found) =>
      about((bench, stair) => {
        const room = bench.room(found.room())
        const isIn = /^(?:in|to)/.test(found.part('how')!)
        const where = `${isIn ? 'in' : 'next to'} ${theRoom(room)}`
        return moveStair(bench, stair, room.middle, where, isIn ? room.id : null)
      }),
  ),
  ruleOf(
    [
      `make ${STAIR} {len} (?<how>wide|wider|narrower)`,
      `(?<how>widen|narrow) ${STAIR} (?:to|by) {len}`,
      `${STAIR} should be {len} (?<how>wide)`,
      `(?:set|change) width of ${STAIR} to {len}`,
      `make ${STAIR} (?<how>wider|narrower)(?: by {len})?`,
    ],
    (found) => about((bench, stair) => setWidth(bench, stair, found)),
  ),
  ruleOf(
    [
      `(?:turn|change|convert|make|replace|transform) ${STAIR} (?:into|to|with|by|as)? ?${FORM}(?: ${STAIR}| num\\d+)?`,
      `(?:make|turn) ${STAIR} ${FORM}`,
      `(?:i want|use|put|have) ${FORM} ${STAIR}(?: instead)?`,
      `${STAIR} should be ${FORM}`,
    ],
    (found) => about((bench, stair) => setForm(bench, stair, FORMS[found.part('form')!])),
  ),
]

/** A move to a point brings the stair nearer by at least this, in metres. */
const CLOSER_M = 0.05

type Stair = NodeOf<'stair'>

function about(act: (bench: Workbench, stair: Stair) => string): Reading {
  return {
    subject: 'the stair',
    run: (bench) => act(bench, stairOf(bench)),
  }
}

function stairOf(bench: Workbench): Stair {
  const stairs = nodesOf(bench.scene, 'stair')
  if (stairs.length === 0)
    throw new Declined(
      'The project has no stair. Another storey brings one: “Add an upper floor with two bedrooms and a bathroom.”',
    )
  const { levels } = bench.house
  return bench.choose(
    'Which stair is it?',
    stairs.map((stair) => [
      `Stair from ${levels.find(({ id }) => id === stair.parent)?.label ?? stair.parent}`,
      stair,
    ]),
  )
}

/** The front door: of a hall where there is one. */
function entranceOf(bench: Workbench): readonly [number, number] {
  const { openings, rooms, levels } = bench.house
  const ground = levels.find(({ index }) => index === 0)?.id
  const outer = openings.flatMap((opening) => {
    const room = rooms.find(({ id, isOutdoors }) => !isOutdoors && opening.roomIds.includes(id))
    const isOuter = opening.kind === 'door' && opening.side !== null
    return room && isOuter && room.levelId === ground ? [{ opening, room }] : []
  })
  const halls = new Set(['entrance', 'hall', 'corridor'])
  const [front] = outer.sort(
    (a, b) => Number(halls.has(b.room.type)) - Number(halls.has(a.room.type)),
  )
  if (!front) throw new Declined('I found no front door on the ground floor.')
  return front.opening.centre
}

function sidePoint(bench: Workbench, side: Side): readonly [number, number] {
  const box = boxAround(bench.house)!
  const [x, z] = wayTo(side, 1)
  return [
    (box.minX + box.maxX) / 2 + (x * (box.maxX - box.minX)) / 2,
    (box.minZ + box.maxZ) / 2 + (z * (box.maxZ - box.minZ)) / 2,
  ]
}

/** Moves a stair to where it fits best near a point; its holes and railings follow. */
function moveStair(
  bench: Workbench,
  stair: Stair,
  near: readonly [number, number],
  where: string,
  roomId: string | null = null,
): string {
  const { rooms } = bench.house
  const onLevel = rooms.filter(
    ({ levelId, isOutdoors, id }) =>
      levelId === stair.parent && !isOutdoors && (roomId === null || id === roomId),
  )
  const distance = ([x, z]: readonly [number, number]) => Math.hypot(x - near[0], z - near[1])
  const places = stairPlaces(bench.scene, {
    fromLevelId: stair.parent!,
    toLevelId: stair.toLevel,
    rooms: onLevel,
    width: stair.width,
    near,
    within: roomId === null ? distance(stair.position) - CLOSER_M : undefined,
    except: stair.id,
  })
  if (places.length === 0)
    throw new Declined(
      `The stair cannot be ${where}: I found no place there where it has space below and arrives in free floor above.`,
    )
  return adopt(bench, stair, places, (place) =>
    roomId === null
      ? `The stair is ${where} now, in ${theRoom(place.room)}.`
      : `The stair is ${where} now.`,
  )
}

function adopt(
  bench: Workbench,
  stair: Stair,
  places: readonly StairPlace[],
  sentence: (place: StairPlace) => string,
): string {
  const start = bench.mark()
  const before = bench.house
  makeBest(bench, waysTo(bench, stair, places), () => 0)
  const now = bench.scene.nodes[stair.id] as Stair
  const made = places.find(
    ({ position, direction, shape }) =>
      String(position) === String(now.position) &&
      direction === now.direction &&
      shape === now.shape,
  )!
  return `${sentence(made)}${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

/** Each of the first places as a stage of its own: the cheaper ones come first. */
const waysTo = (bench: Workbench, { id }: Stair, places: readonly StairPlace[]): Way[][] =>
  places.slice(0, PLACES_TRIED_MAX).map(({ shape, position, direction, turn, width }) => [
    {
      make() {
        applyMakingWay(bench, 'edit_stair', { id, shape, position, direction, turn, width })
      },
    },
  ])

function shiftStair(bench: Workbench, stair: Stair, found: Found): string {
  const side = found.side!
  const metres = found.length!
  const start = bench.mark()
  const before = bench.house
  const move = wayTo(side, metres)
  makeBest(
    bench,
    [[{ make: () => applyMakingWay(bench, 'edit_stair', { id: stair.id, move }) }]],
    () => 0,
  )
  const figures = figuresFor(found.clause.original)
  return `The stair is ${figures.length(metres)} further ${side}.${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

/** Where a request for a wider stair states no figure, in metres. */
const USUAL_CHANGE_M = 0.1

function setWidth(bench: Workbench, stair: Stair, found: Found): string {
  const how = found.part('how') ?? 'wide'
  const isBy = /er$/.test(how) || /\bby len/.test(found.clause.text)
  const by = found.length ?? USUAL_CHANGE_M
  const width = isBy ? stair.width + (/^narrow/.test(how) ? -by : by) : by
  const figures = figuresFor(found.clause.original)
  const start = bench.mark()
  const before = bench.house
  makeBest(
    bench,
    [
      [{ make: () => applyMakingWay(bench, 'edit_stair', { id: stair.id, width }) }],
      ...elsewhere(),
    ],
    () => 0,
  )
  return `The stair is ${figures.length(width)} wide now (before: ${figures.length(stair.width)}).${placeSentence(bench, before, stair)}${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`

  /** Near where it is, where it does not fit as it stands. */
  function elsewhere(): Way[][] {
    return nearPlaces(bench, stair, { width, shapes: [stair.shape] })
  }
}

function setForm(bench: Workbench, stair: Stair, shape: StairForm): string {
  if (stair.shape === shape) return `The stair already is ${nameOf(shape)}.`
  const start = bench.mark()
  const before = bench.house
  makeBest(
    bench,
    [
      [{ make: () => applyMakingWay(bench, 'edit_stair', { id: stair.id, shape }) }],
      ...nearPlaces(bench, stair, { width: stair.width, shapes: [shape] }),
    ],
    () => 0,
  )
  return `The stair is ${nameOf(shape)} now (before: ${nameOf(stair.shape)}).${placeSentence(bench, before, stair)}${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

/** States where a stair stands that had to move. */
function placeSentence(bench: Workbench, before: House, stair: Stair): string {
  const now = nodeOf(bench.scene, stair.id, 'stair')!
  const by = Math.hypot(now.position[0] - stair.position[0], now.position[1] - stair.position[1])
  const turned = now.direction !== stair.direction
  if (by < 0.005 && !turned) return ''
  const [old, room] = [roomAt(before, stair), roomAt(bench.house, now)]
  const into = room && room.id !== old?.id ? ` into ${theRoom(room)}` : ''
  return ` It did not fit where it was: it moved ${formatMetres(by)}${into}${turned ? ' and was turned' : ''}.`
}

/** The room in which a stair begins; null outdoors. */
const roomAt = ({ rooms }: House, { parent, position }: Stair): HouseRoom | null =>
  rooms.find(({ levelId, polygon }) => levelId === parent && contains(polygon, position)) ?? null

const nameOf = (shape: StairForm): string =>
  ({ straight: 'straight', l_shaped: 'L-shaped', u_shaped: 'U-shaped', spiral: 'a spiral' })[shape]

function nearPlaces(
  bench: Workbench,
  stair: Stair,
  { width, shapes }: { width: number; shapes: StairForm[] },
): Way[][] {
  // A stair in another room would be more than was requested.
  const own = roomAt(bench.house, stair)
  const rooms = own && !own.isOutdoors ? [own] : []
  const places = stairPlaces(bench.scene, {
    fromLevelId: stair.parent!,
    toLevelId: stair.toLevel,
    rooms,
    width,
    shapes,
    near: stair.position,
    except: stair.id,
  })
  return waysTo(bench, stair, places)
}

/** A stair between the lowest two storeys that have none between them. */
function addStair(bench: Workbench): string {
  const { levels } = bench.house
  const stairs = nodesOf(bench.scene, 'stair')
  const at = levels.findIndex(
    ({ id }, index) => index + 1 < levels.length && !stairs.some(({ parent }) => parent === id),
  )
  if (levels.length < 2)
    throw new Declined('The house has one storey only: a stair would lead nowhere.')
  if (at < 0) throw new Declined('There already is a stair between all storeys. I can move it.')
  const start = bench.mark()
  const before = bench.house
  stairUp(bench, levels[at].id, levels[at + 1].id)
  return `A stair leads from the ${levels[at].label.toLowerCase()} to the ${levels[at + 1].label.toLowerCase()} now.${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

/** A stair between two storeys where it fits best; throws `Declined` where it fits nowhere. */
export function stairUp(bench: Workbench, fromLevelId: string, toLevelId: string): string {
  const rooms = bench.house.rooms.filter(
    ({ levelId, isOutdoors }) => levelId === fromLevelId && !isOutdoors,
  )
  const places = stairPlaces(bench.scene, { fromLevelId, toLevelId, rooms })
  if (places.length === 0)
    throw new Declined(
      'I found no place for a stair between the two storeys: it needs space below, and free floor above where it arrives. A larger hall or living room would help.',
    )
  const stages = places
    .slice(0, PLACES_TRIED_MAX)
    .map(({ shape, position, direction, turn, width }): Way[] => [
      {
        make() {
          applyMakingWay(bench, 'create_stair_between_levels', {
            fromLevelId,
            toLevelId,
            shape,
            position,
            direction,
            turn,
            width,
          })
        },
      },
    ])
  makeBest(bench, stages, () => 0)
  return ' A stair leads up to it.'
}
