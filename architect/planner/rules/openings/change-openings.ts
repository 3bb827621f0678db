import { isRefused } from '../../../operations/draft-answer.ts'
import { doorWidth } from '../../../operations/openings/doorway-type.ts'
import { usualSizes } from '../../../operations/openings/usual-sizes.ts'
import { nodeOf, type Scene } from '../../../scene/scene.ts'
import { describeOpening } from '../../house/describe.ts'
import type { HouseOpening } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import { capital, counted, formatList, formatMetres } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { applyAmongItems, applyOrOffer, soundly } from '../edits/sound-edit.ts'
import type { Reading } from '../rule.ts'
import {
  entranceRooms,
  type OpeningReference,
  openingReference,
  resolveOpenings,
} from './opening-reference.ts'
import { changedSize, type Dimension, type OpeningSizes, openingSizes } from './opening-sizes.ts'
import {
  doorTypeIn,
  formatDoorType,
  formatWindowType,
  refuseUnknownTypes,
  shapeIn,
  windowTypeIn,
} from './opening-types.ts'
import { placeOpening } from './place-opening.ts'

/** What becomes of an opening. */
interface OpeningChange {
  sizes: OpeningSizes
  /** The text that names types and shapes. */
  text: string
  /** A new opening takes the place of the old one, which may be in another wall. */
  isNew?: true
}

/** Multiples of its width to which an opening is widened, the largest first. */
const WIDER = [6, 4, 3, 2.5, 2, 1.75, 1.5, 1.25]
const ADJECTIVES: Record<Dimension, string> = {
  width: 'wide',
  height: 'high',
  sill: 'above the floor',
}

/** Reads a clause that changes sizes, types or shapes of openings; null where it names none. */
export function changeOpenings(clause: Clause): Reading | null {
  const reference = openingReference(clause)
  if (!reference) return null
  const sizes = openingSizes(clause)
  return {
    subject: subjectFor(reference),
    run(bench) {
      refuseUnknownTypes(clause.text)
      return changeAll(bench, clause, reference, { sizes, text: typeText(clause.text) })
    },
  }
}

/**
 * A front door that does not fit where the old one is goes into another wall, by which the house
 * can be entered. Throws the first reason where there is none, and for other openings.
 */
function inAnotherWall(
  bench: Workbench,
  opening: HouseOpening,
  { role }: OpeningReference,
  { sizes, text, isNew }: OpeningChange,
  reason: Declined,
): string {
  const width = sizes.width && changedSize(sizes.width, opening.width)
  const doorType = doorTypeIn(text) ?? nodeOf(bench.scene, opening.id, 'door')?.doorType
  if (role !== 'front' || !isNew || width === undefined || doorType === undefined) throw reason
  const before = describeOpening(bench.house, opening)
  const size = { width, height: onGrid(opening.height), sill: onGrid(opening.sill) }
  bench.apply('delete_node', { ids: [opening.id] })
  const without = bench.mark()
  for (const room of entranceRooms(bench.house)) {
    try {
      const place = { room, side: null, beyond: 'outside' as const, along: null }
      const request = { kind: 'door' as const, doorType, ...size, force: false }
      const { wallId, offset, facing } = placeOpening(bench, place, request)
      const given = { wallId, offset: onGrid(offset), ...size, doorType }
      soundly(bench, () => applyAmongItems(bench, 'add_door', given))
      return `A ${formatDoorType(doorType)} ${formatMetres(width)} wide does not fit where ${before} was. It is in the ${facing} wall of the ${room.label} now, and the old door is closed.`
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      bench.returnTo(without)
    }
  }
  throw reason
}

/**
 * The part of a clause that names a type to come: after `make the window in the kitchen`, so that
 * `sliding` in `make the sliding door 2 m wide` does not count as one.
 */
function typeText(text: string): string {
  const noun =
    /^(?:make|set|turn|change|convert|i want|let|have) .*?\b(?:windows?|doors?|openings?|doorways?)\b(.*)$/.exec(
      text,
    )
  return noun ? noun[1] : text
}

export function subjectFor({
  kind,
  rooms,
  side,
  isBetween,
  role,
  isPlural,
}: OpeningReference): string {
  const names = rooms.map(({ text }) => `the ${text.replace(/^(?:the|a|an|my|our|your) /i, '')}`)
  const noun =
    role === 'front' || role === 'back' ? `${role} ${kind}` : isPlural ? `${kind}s` : kind
  const wall = side === null ? '' : ` in the ${side} wall`
  if (isBetween && names.length > 1) return `the ${noun} between ${names[0]} and ${names[1]}`
  return names.length > 0 ? `the ${noun}${wall} of ${names[0]}` : `the ${noun}${wall}`
}

function changeAll(
  bench: Workbench,
  clause: Clause,
  reference: OpeningReference,
  change: OpeningChange,
): string {
  const openings = resolveOpenings(bench, reference)
  const done: string[] = []
  const failed: string[] = []
  for (const opening of openings) {
    const mark = bench.mark()
    try {
      done.push(soundly(bench, () => changeOne(bench, clause, opening, change)))
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      bench.returnTo(mark)
      if (openings.length === 1) return inAnotherWall(bench, opening, reference, change, error)
      failed.push(error.message)
    }
  }
  if (done.length === 0) throw new Declined(failed[0])
  const isMany = done.length > 3
  const first = done[0].replace(
    /^The [^:]*? is now/,
    `${counted(done.length, reference.kind)} are now`,
  )
  const left = failed.map((reason) => reason.replace(/^That is not possible: /, 'Not changed: '))
  return [isMany ? capital(pluralPhrase(first)) : done.join(' '), ...left].join(' ')
}

/** `19 windows are now a sliding window (…)` with its noun in the plural and without figures. */
const pluralPhrase = (text: string): string =>
  text.replace(/ \([^)]*\)/g, '').replace(/are now an? (.*?(?:window|door))\b/, 'are now $1s')

function changeOne(
  bench: Workbench,
  clause: Clause,
  opening: HouseOpening,
  { sizes, text }: OpeningChange,
): string {
  const name = capital(describeOpening(bench.house, opening))
  const given: Record<string, unknown> = { id: opening.id }
  const changes: string[] = []
  let sill = ''
  for (const dimension of ['width', 'height', 'sill'] as const) {
    const wanted = sizes[dimension]
    if (!wanted) continue
    const now = onGrid(opening[dimension])
    const value = changedSize(wanted, now)
    if (value <= 0 && dimension !== 'sill')
      throw new Declined(
        `That is not possible: ${describeOpening(bench.house, opening)} is ${formatMetres(now)} ${ADJECTIVES[dimension]}, and nothing would be left of it.`,
      )
    given[dimension] = onGrid(Math.max(0, value))
    if (dimension === 'sill')
      sill = ` ${changes.length > 0 ? 'and ' : ''}has its sill ${formatMetres(Math.max(0, value))} above the floor (${formatMetres(now)} before)`
    else
      changes.push(`${formatMetres(value)} ${ADJECTIVES[dimension]} (${formatMetres(now)} before)`)
  }
  if (/\bas (?:wide|large|big) as possible\b/.test(clause.text)) return widened(bench, opening)
  const typed = typeChange(bench.scene, opening, given, text)
  if (typed) changes.unshift(typed)
  if (Object.keys(given).length === 1)
    throw new Declined(
      `Please state what to change about ${describeOpening(bench.house, opening)}, as in “make it 1.4 m wide”. It is ${formatMetres(opening.width)} wide and ${formatMetres(opening.height)} high. “${clause.original}” cannot be done as it is.`,
    )
  if (opening.kind === 'window') applyOrOffer(bench, 'edit_opening', given)
  else applyAmongItems(bench, 'edit_opening', given)
  const now = changes.length > 0 ? ` is now ${formatList(changes)}` : ' now'
  return `${name}${now}${sill}.`
}

/** Makes an opening as wide as its place in the wall allows. */
function widened(bench: Workbench, { id, width }: HouseOpening): string {
  for (const times of WIDER) {
    const given = { id, width: onGrid(width * times) }
    const answer = bench.attempt('edit_opening', given)
    const fix = isRefused(answer) ? answer.error.fix : null
    if (fix?.tool === 'edit_opening') bench.apply(fix.tool, fix.arguments)
    if (isRefused(answer) && !fix) continue
    const opening = bench.house.openings.find((each) => each.id === id)!
    if (opening.width <= width) break
    return `${capital(describeOpening(bench.house, opening))} is now ${formatMetres(opening.width)} wide, as wide as possible (${formatMetres(width)} before).`
  }
  throw new Declined(
    `That is not possible: ${describeOpening(bench.house, bench.house.openings.find((each) => each.id === id)!)} is as wide as it can be, ${formatMetres(width)}.`,
  )
}

/** Adds the fields of a new type or shape, and of the width that the type needs. */
function typeChange(
  scene: Scene,
  { id, kind, width }: HouseOpening,
  given: Record<string, unknown>,
  text: string,
): string | null {
  const shape = shapeIn(text)
  if (shape) given.shape = shape
  const windowType = kind === 'window' ? windowTypeIn(text) : undefined
  if (windowType && windowType !== nodeOf(scene, id, 'window')?.windowType) {
    given.windowType = windowType
    return `a ${formatWindowType(windowType)}`
  }
  const doorType = kind === 'door' ? doorTypeIn(text) : undefined
  if (doorType && doorType !== nodeOf(scene, id, 'door')?.doorType) {
    given.doorType = doorType
    const [least, most] = usualSizes('door', { doorType }).width
    if (given.width === undefined && (width < least - 1e-6 || width > most + 1e-6))
      given.width = doorWidth(doorType, undefined)
    return `a ${formatDoorType(doorType)}`
  }
  return shape ? { arch: 'arched', round: 'round', rectangle: 'rectangular' }[shape] : null
}

const onGrid = (metres: number): number => Math.round(metres * 1e4) / 1e4

/** Reads a clause that removes openings. */
export function removeOpenings(clause: Clause): Reading | null {
  const reference = openingReference(clause)
  if (!reference) return null
  return {
    subject: null,
    run(bench) {
      const openings = resolveOpenings(bench, reference)
      const names = openings.map((opening) => describeOpening(bench.house, opening))
      const rooms = bench.house.rooms.filter((room) =>
        room.openings.some(({ id }) => openings.some((opening) => opening.id === id)),
      )
      soundly(bench, () => bench.apply('delete_node', { ids: openings.map(({ id }) => id) }))
      const dark = bench.house.rooms.filter(
        ({ id, openings: left }) =>
          reference.kind === 'window' &&
          rooms.some((room) => room.id === id) &&
          !left.some(({ kind }) => kind === 'window'),
      )
      const left =
        dark.length === 0
          ? ''
          : ` ${capital(formatList(dark.map(({ label }) => `the ${label}`)))} ${dark.length === 1 ? 'has' : 'have'} no window now.`
      const what = names.length > 4 ? counted(names.length, reference.kind) : formatList(names)
      return `Removed ${what}.${left}`
    },
  }
}

/** Reads `replace the front door with a double door 1.6 m wide`. */
export function replaceOpenings(clause: Clause, oldText: string, newText: string): Reading | null {
  const reference = openingReference(clause, oldText)
  const kind = openingReference(clause, newText)?.kind ?? reference?.kind
  if (!reference || !kind) return null
  const sizes = openingSizes({ ...clause, text: newText })
  const change = { sizes, text: newText, isNew: true as const }
  return {
    subject: subjectFor({ ...reference, kind }),
    run(bench) {
      refuseUnknownTypes(newText)
      if (kind === reference.kind) return changeAll(bench, clause, reference, change)
      return resolveOpenings(bench, reference)
        .map((opening) => soundly(bench, () => convert(bench, opening, kind, change)))
        .join(' ')
    },
  }
}

/** Puts an opening of another kind in the place of one. */
function convert(
  bench: Workbench,
  opening: HouseOpening,
  kind: HouseOpening['kind'],
  { sizes, text }: OpeningChange,
): string {
  const before = describeOpening(bench.house, opening)
  const { offset } = bench.scene.nodes[opening.id] as { offset: number } & object
  const doorType = kind === 'opening' ? 'opening' : (doorTypeIn(text) ?? 'hinged')
  const usual =
    kind === 'window' || kind === 'opening' ? onGrid(opening.width) : doorWidth(doorType, undefined)
  const width = sizes.width ? changedSize(sizes.width, opening.width) : usual
  const height = sizes.height
    ? changedSize(sizes.height, opening.height)
    : kind === 'window'
      ? 1.2
      : 2.1
  bench.apply('delete_node', { ids: [opening.id] })
  const place = { wallId: opening.wallId, offset, width, height }
  if (kind === 'window')
    applyOrOffer(bench, 'add_window', {
      ...place,
      sill: sizes.sill ? changedSize(sizes.sill, 0) : 0.9,
      windowType: windowTypeIn(text) ?? 'casement',
    })
  else applyAmongItems(bench, 'add_door', { ...place, doorType })
  const type = doorTypeIn(text)
  const noun = kind === 'door' && type !== null ? formatDoorType(type) : kind
  return `Replaced ${before} with ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} ${formatMetres(width)} wide.`
}
