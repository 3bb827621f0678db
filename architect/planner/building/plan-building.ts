import { houseOf } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import type { BuildingBrief } from '../language/building-brief.ts'
import { formatList, rounded } from '../language/format.ts'
import { readBuildingBrief } from '../language/read-building-brief.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Lot } from '../lot/lot.ts'
import { onLot } from '../lot/on-lot.ts'
import { clearHeights, setClearHeight } from '../rules/clear-height.ts'
import { type Figures, figuresFor } from '../rules/figures.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { type LayoutAnswer, layOut } from './lay-out.ts'
import { layoutRequest } from './layout-request.ts'
import { HALL_ROOM_M2, HALLS, programOfBrief } from './program-of-brief.ts'
import { removeHalls } from './without-hall.ts'

/** What was made of a brief, in sentences, and what the planner has thought in lines. */
export interface PlannedBuilding {
  reply: string
  lines: string[]
}

/** Areas and sides of a building are met within these. */
const AREA_WITHIN = 1.1
const SIDE_WITHIN_M = 0.05
const EVERY = (): boolean => true
/** Findings of the check that a reply quotes. */
const REMARKS_MAX = 3
/** Kinds of rooms from which a request without the word house is one for a building. */
const ROOMS_OF_BUILDING = 2
/** A studio is a room and a home. */
const STUDIO = /\bstudio\b/i
const IS_ON_LOT =
  /\b(?:on|for|within|of) (?:this|the|our|my|that) (?:building )?(?:lot|plot|site|parcel|land|property)\b/i

/** Whether a text is about a new building with its rooms, or about a home of some size. */
export function isBuildingBrief(text: string): boolean {
  const { rooms, isDwelling, area, footprint, roomTotal } = readBuildingBrief(tokensOf(text))
  if (isDwelling && (area !== null || footprint !== null)) return true
  const count = rooms.reduce((sum, room) => sum + room.count, roomTotal ?? 0)
  return count >= (isDwelling === null && !STUDIO.test(text) ? ROOMS_OF_BUILDING : 1)
}

/**
 * Lays out the building of a brief on the empty levels of the bench. `plan` chooses one of the
 * layouts that are found. Throws `Declined` where it cannot be built.
 */
export function planBuilding(
  bench: Workbench,
  text: string,
  { plan, lot }: { plan: number; lot: Lot | null },
): PlannedBuilding {
  const brief = readBuildingBrief(tokensOf(text))
  const built = programOfBrief(brief)
  if (built.impossible !== null) throw new Declined(built.impossible)
  const request = { ...layoutRequest(brief, built), ...(plan > 1 && { plan }) }
  const limited = IS_ON_LOT.test(text) ? onLot(bench, request, lot) : { request, sentences: [] }
  const isWithin = brief.footprint?.isMost ? withinLimits(brief.footprint) : EVERY
  const answer = layOut(bench, withoutLimits(bench, limited.request, isWithin), built)
  const figures = figuresFor(text)
  if (brief.ceilingHeight !== null) setHeights(bench, brief.ceilingHeight, figures)
  const isHallUnwanted = brief.unwanted.some((type) => HALLS.has(type))
  const halls = isHallUnwanted ? removeHalls(bench, built) : []
  bench.present()
  return {
    reply: [
      houseSentence(bench, figures),
      roomsSentence(bench, figures),
      ...built.choices,
      ...halls,
      ...limited.sentences,
      ...problems(answer, brief),
      ...missedFigures(bench, brief, figures),
      ...remarks(bench),
      ...offers(answer, isWithin),
    ].join('\n'),
    lines: [
      `Rooms read: ${built.program.rooms.map(({ label }) => label).join(', ')}.`,
      `Layouts found: ${answer.plans.map(({ score }, index) => `${index + 1} with ${rounded(score, 0)} of 100 points`).join(', ')}.`,
    ],
  }
}

/** The clear height of all storeys. */
function setHeights(bench: Workbench, height: number, figures: Figures): void {
  for (const { id } of bench.house.levels)
    if (clearHeights(bench, id).length > 0) setClearHeight(bench, id, height, figures)
}

function houseSentence(bench: Workbench, { length, area }: Figures): string {
  const house = houseOf(bench.scene)
  const inside = house.rooms.filter(({ isOutdoors }) => !isOutdoors)
  const storeys = new Set(inside.map(({ level }) => level)).size
  const box = boxAround(house)
  const net = inside.reduce((sum, room) => sum + room.area, 0)
  const size = box
    ? `, ${length(box.maxX - box.minX)} by ${length(box.maxZ - box.minZ)} outside`
    : ''
  const on = storeys === 1 ? 'one storey' : `${storeys} storeys`
  return `The house has ${area(net)} net on ${on}${size}.`
}

function roomsSentence(bench: Workbench, { area }: Figures): string {
  const { rooms } = houseOf(bench.scene)
  return `Rooms: ${formatList(rooms.map((room) => `${room.label} ${area(room.area)}`))}.`
}

/** What the building lacks of what was requested. */
function problems(
  { plans, applied, omitted }: LayoutAnswer,
  { notes, unread }: BuildingBrief,
): string[] {
  const { unmet } = plans[applied - 1]
  return [
    ...notes,
    ...unmet,
    ...(omitted.length > 0 ? [`Left out: ${omitted.join(' ')}`] : []),
    ...unreadSentence(unread),
  ]
}

/** Figures of the whole building that it does not have. */
function missedFigures(bench: Workbench, brief: BuildingBrief, { area }: Figures): string[] {
  const house = houseOf(bench.scene)
  const inside = house.rooms.filter(({ isOutdoors }) => !isOutdoors)
  const storeys = new Set(inside.map(({ level }) => level)).size
  const net = inside.reduce((sum, room) => sum + room.area, 0)
  const box = boxAround(house)
  const gross = box ? (box.maxX - box.minX) * (box.maxZ - box.minZ) * storeys : net
  const sentences: string[] = []
  if (brief.storeys !== null && brief.storeys > storeys)
    sentences.push(
      `It has ${storeys === 1 ? 'one storey' : `${storeys} storeys`}, not ${brief.storeys}: no room was named for the others.`,
    )
  if (brief.area !== null && brief.area > gross * AREA_WITHIN)
    sentences.push(
      `It is smaller than the ${area(brief.area)} that you gave: the named rooms need no more. Name more rooms, or give them areas.`,
    )
  if (brief.area !== null && net > brief.area * AREA_WITHIN)
    sentences.push(
      `It is larger than the ${area(brief.area)} that you gave: the rooms and the way to them need as much.`,
    )
  for (const { word, area: wanted } of brief.rooms) {
    const hall = inside.find(({ type, label }) => type === word.type && label === word.label)
    if (!HALLS.has(word.type) || !hall || wanted === undefined || wanted >= HALL_ROOM_M2) continue
    if (hall.area < wanted / AREA_WITHIN || hall.area > wanted * AREA_WITHIN)
      sentences.push(
        `The ${word.label.toLowerCase()} has ${area(hall.area)}, not ${area(wanted)}: its size follows from the doors along it.`,
      )
  }
  return sentences
}

/** Extents of a plan in metres. */
interface Extents {
  width: number
  depth: number
}

/** Whether a plan is within the sides that are given as the most. */
const withinLimits =
  (most: Extents) =>
  ({ width, depth }: Extents): boolean =>
    (most.width === 0 || width <= most.width + SIDE_WITHIN_M) &&
    (most.depth === 0 || depth <= most.depth + SIDE_WITHIN_M)

/** The request without its sides, where a plan that is free of them is within the limits. */
function withoutLimits(
  bench: Workbench,
  request: Record<string, unknown>,
  isWithin: (plan: Extents) => boolean,
): Record<string, unknown> {
  const { width: _, depth: __, ...free } = request
  if (request.width === undefined || isWithin === EVERY) return request
  const { plans } = bench.probe('plan_layout', { ...free, dryRun: true }) as unknown as LayoutAnswer
  const first = plans.findIndex(isWithin)
  return first < 0 ? request : { plan: first + 1, ...free }
}

function unreadSentence(unread: readonly string[]): string[] {
  if (unread.length === 0) return []
  const isOne = unread.length === 1
  const phrases = formatList(unread.map((phrase) => `“${phrase}”`))
  return [
    `I did not understand ${phrases}, so ${isOne ? 'it is' : 'they are'} not in the building.`,
  ]
}

/** Findings of the check that are left after the repairs. */
function remarks(bench: Workbench): string[] {
  const { issues } = bench.read('verify_scene', { minSeverity: 'warning' }) as {
    issues: { message: string }[]
  }
  if (issues.length === 0) return ['The check of the building finds no errors and no warnings.']
  const shown = issues.slice(0, REMARKS_MAX).map(({ message }) => bench.named(message))
  return [`The check of the building remarks (${issues.length}): ${shown.join(' ')}`]
}

function offers({ plans, applied }: LayoutAnswer, isWithin: (plan: Extents) => boolean): string[] {
  const others = plans
    .flatMap((plan, index) => (isWithin(plan) ? [{ number: index + 1, score: plan.score }] : []))
    .filter(({ number }) => number !== applied)
  if (others.length === 0) return []
  const texts = others.map(({ number, score }) => `layout ${number} (${rounded(score, 0)} points)`)
  return [
    `This is layout ${applied}, with ${rounded(plans[applied - 1].score, 0)} of 100 points. I can also draw ${formatList(texts)}.`,
  ]
}
