import { nodesOf, type Scene } from '../../scene/scene.ts'
import { type House, houseOf } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import { clausesOf, VERBS } from '../language/clause.ts'
import { itemsIn, matchingItems } from '../rules/furniture/house-items.ts'
import { matchingOpenings, openingReference } from '../rules/openings/opening-reference.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { masked } from './masked.ts'

/** A request without what must not change, and the words for each of those things. */
export interface Protecting {
  request: string
  things: readonly string[]
}

/** A part of a building that must stay as it is: it has the same form as long as it does. */
export interface Protection {
  name: string
  formOf: (scene: Scene) => string
  before: string
}

const CHANGE =
  '(?:touch|change|move|alter|affect|modify|resize|disturb|shift|remove|delete|demolish|lose)'
const CHANGING =
  '(?:touching|changing|moving|altering|affecting|modifying|resizing|disturbing|shifting|removing|losing)'
const SAME =
  '(?:(?:exactly |just |all )*(?:as (?:it is|they are|is|it was|now)|alone|untouched|unchanged|the same(?: size)?|intact|where (?:it is|they are)|at (?:its|their) (?:current |present )?size|in place|like (?:it is|this|that)))'
const JOINT = String.raw`(?:^|[,.;!?(]\s*|\s+)(?:(?:and|but|while|yet|so|also|please|just|then)[\s,]+)*`
const WORDS = '(?:(?! but | while )[^,.;!?()])'
const THING = `(?<thing>${WORDS}+?)`
const VERB = [...VERBS].join('|')
const END = String.raw`(?=\s*(?:[,.;!?)]|$)|\s+(?:but|while|just|(?:and |then )?(?:${VERB}))\b)`
const FORMS = [
  String.raw`(?:(?:^|[,.;!?(]\s*|\s(?:and|but|please|while)\s+))(?:and |but |please |just )*(?:do not|don't|don’t|dont|never|you must not|must not|you mustn't) ${CHANGE}(?: or \w+)? ${THING}${END}`,
  String.raw`(?:(?:^|[,.;!?(]\s*|\s(?:and|but|please|while)\s+))(?:and |but |please |just )*(?:do not|don't|don’t|dont|never) make ${THING} (?:any )?(?:smaller|bigger|larger|wider|narrower|shorter|longer)${END}`,
  `${JOINT}(?:don't |do not )?without ${CHANGING} ${THING}${END}`,
  `${JOINT}(?:keep|keeping|leave|leaving) ${THING} ${SAME}${END}`,
  `${JOINT}(?<thing>(?:the|all|my|our|no|every|each) ${WORDS}+?) (?:(?:must|should|has to|have to|shall|can|is to|needs? to) (?:stay|remain|be left)|stays?|remains?)(?: ${SAME})?${END}`,
  `${JOINT}not (?:at the (?:expense|cost) of|by taking (?:any )?(?:space|room|area) from) ${THING}${END}`,
  String.raw`\s*,?\s*\bbut (?:please )?(?:leave|keep|spare) ${THING}${END}`,
  String.raw`(?:^|[,;.!?]\s*)(?:please )?(?:leave|keep|spare) (?<thing>(?:the|all|my|our|its|both|every|any) ${WORDS}+?)${END}`,
].map((source) => new RegExp(source, 'id'))
/** Things that one request protects at most. */
const THINGS_MAX = 8

/** Splits `widen the bath but do not touch the kitchen`. */
export function protectingOf(text: string): Protecting {
  let request = text
  const things: string[] = []
  for (const form of FORMS)
    while (things.length < THINGS_MAX) {
      const match = form.exec(masked(request))
      if (!match) break
      const [from, to] = match.indices![0]!
      const [start, end] = match.indices!.groups!.thing!
      things.push(request.slice(start, end))
      const mark = /^[.;!?]/.exec(match[0])?.[0] ?? ''
      request = `${request.slice(0, from)}${mark} ${request.slice(to).replace(/^\s*[,)]\s*/, '')}`
    }
  return { request: request.trim(), things }
}

/**
 * What must stay as it is, in the project before the request. Throws `Declined` for words that name
 * nothing which can be compared.
 */
export function protectionsOf(
  bench: Workbench,
  { things, request }: Protecting,
): readonly Protection[] {
  return things.map((thing) => {
    const formOf = formOfThing(bench, thing, request)
    const name = /^(?:the|my|our|all|every|each|any|anything|everything) ?/i.test(thing)
      ? thing
      : `the ${thing}`
    return { name: name.replace(/^any /i, 'the '), formOf, before: formOf(bench.scene) }
  })
}

/** The name of the first protected thing that a scene has changed; null where all are the same. */
export function breachIn(scene: Scene, protections: readonly Protection[]): string | null {
  return protections.find(({ formOf, before }) => formOf(scene) !== before)?.name ?? null
}

const OUTLINE =
  /\b(?:outer|outside|exterior|external) (?:walls?|shape|size|dimensions)\b|\b(?:facade|footprint|outline)\b|^(?:the )?(?:size of the )?(?:house|building|home)$/i
const OTHERS = /\b(?:anything|everything|all) else\b|\b(?:rest|others?|other rooms)\b/i
const NODES: readonly [RegExp, 'roof' | 'stair' | 'wall' | 'item' | 'fence' | 'railing'][] = [
  [/\broof\b/i, 'roof'],
  [/\bstair(?:s|case)?\b/i, 'stair'],
  [/\bfences?\b/i, 'fence'],
  [/\brailings?\b/i, 'railing'],
  [/\b(?:walls?|layout|floor ?plan)\b/i, 'wall'],
  [/\b(?:furniture|furnishings|things|items)\b/i, 'item'],
]

function formOfThing(bench: Workbench, thing: string, request: string): Protection['formOf'] {
  const labels = bench.house.rooms.map(({ label }) => label)
  const [clause] = clausesOf(thing, labels)
  if (OUTLINE.test(thing)) return outlineOf
  if (!clause) throw unread(thing)
  const opening = openingReference(clause)
  if (opening) {
    const found = matchingOpenings(bench, { ...opening, isPlural: true })
    return byIds(found.map(({ id }) => id))
  }
  const rooms = clause.rooms.flatMap((each) => bench.rooms(each)).map(({ id }) => id)
  if (clause.items.length > 0) {
    const inRooms =
      rooms.length === 0 ? null : bench.house.rooms.filter(({ id }) => rooms.includes(id))
    return byIds(
      clause.items.flatMap((each) => matchingItems(bench, each, inRooms)).map(({ id }) => id),
    )
  }
  const kind = NODES.find(([form]) => form.test(thing))?.[1]
  if (kind === 'item' && rooms.length > 0)
    return byIds(
      bench.house.rooms
        .filter(({ id }) => rooms.includes(id))
        .flatMap((room) => itemsIn(bench.scene, room).map(({ id }) => id)),
    )
  if (rooms.length > 0) return (scene) => rooms.map((id) => formOfRoom(houseOf(scene), id)).join()
  if (OTHERS.test(thing)) {
    const named = clausesOf(request, labels).flatMap((each) => each.rooms)
    const own = named.flatMap((each) => bench.rooms(each)).map(({ id }) => id)
    const others = bench.house.rooms.filter(({ id }) => !own.includes(id)).map(({ id }) => id)
    return (scene) => others.map((id) => formOfRoom(houseOf(scene), id)).join()
  }
  if (!kind) throw unread(thing)
  return (scene) => JSON.stringify(nodesOf(scene, kind))
}

const byIds =
  (ids: readonly string[]): Protection['formOf'] =>
  (scene) =>
    JSON.stringify(ids.map((id) => placed(scene, id)))

/** A node with its place in the plan: a wall that is cut or moved does not move its windows. */
function placed(scene: Scene, id: string): unknown {
  const node = scene.nodes[id]
  const opening = houseOf(scene).openings.find((each) => each.id === id)
  return opening ? formOfOpening(opening) : node
}

const round = (metres: number): number => Math.round(metres * 100) / 100
const formOfOpening = ({ id, centre, width, height, sill }: House['openings'][number]) =>
  [id, ...centre.map(round), round(width), round(height), round(sill)].join(' ')

const outlineOf: Protection['formOf'] = (scene) => {
  const house = houseOf(scene)
  const boxes = house.levels.map(({ id }) => boxAround(house, id))
  return JSON.stringify(boxes, (_, value) => (typeof value === 'number' ? round(value) : value))
}

function formOfRoom(house: House, id: string): string {
  const room = house.rooms.find((each) => each.id === id)
  if (!room) return ''
  const { label, type, area, box, openings } = room
  const items = itemsIn(house.scene, room).map(({ id, position }) => [id, ...position.map(round)])
  const sides = Object.values(box).map(round)
  return JSON.stringify([label, type, round(area), sides, openings.map(formOfOpening), items])
}

const unread = (thing: string): Declined =>
  new Declined(
    `I cannot make sure that “${thing}” stays as it is, so nothing was done. Please name a room, wall, window, door or piece of furniture.`,
  )
