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
import { HALLS, programOfBrief } from './program-of-brief.ts'
import { removeHalls } from './without-hall.ts'

/** What was made of a brief, in sentences, and what the planner has thought in lines. */
export interface PlannedBuilding {
  reply: string
  lines: string[]
}

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
  const { rooms, isDwelling, area, footprint } = readBuildingBrief(tokensOf(text))
  if (isDwelling && (area !== null || footprint !== null)) return true
  return rooms.length >= (isDwelling === null && !STUDIO.test(text) ? ROOMS_OF_BUILDING : 1)
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
  const answer = layOut(bench, limited.request, built)
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
      ...remarks(bench),
      ...offers(answer),
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
function problems({ plans, applied, omitted }: LayoutAnswer, { unread }: BuildingBrief): string[] {
  const { unmet } = plans[applied - 1]
  return [
    ...unmet,
    ...(omitted.length > 0 ? [`Left out: ${omitted.join(' ')}`] : []),
    ...unreadSentence(unread),
  ]
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

function offers({ plans, applied }: LayoutAnswer): string[] {
  const others = plans
    .map(({ score }, index) => ({ number: index + 1, score }))
    .filter(({ number }) => number !== applied)
  if (others.length === 0) return []
  const texts = others.map(({ number, score }) => `layout ${number} (${rounded(score, 0)} points)`)
  return [
    `This is layout ${applied}, with ${rounded(plans[applied - 1].score, 0)} of 100 points. I can also draw ${formatList(texts)}.`,
  ]
}
