import { houseOf } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import type { BuildingBrief } from '../language/building-brief.ts'
import { readBuildingBrief } from '../language/read-building-brief.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Lot } from '../lot/lot.ts'
import { onLot } from '../lot/on-lot.ts'
import { clearHeights, setClearHeight } from '../rules/clear-height.ts'
import { type Figures, figuresFor, listed, rounded } from '../rules/figures.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { layoutRequest } from './layout-request.ts'
import { programOfBrief } from './program-of-brief.ts'

/** A layout as `plan_layout` answers it. */
interface OfferedLayout {
  score: number
  unmet: readonly string[]
}

interface LayoutAnswer {
  plans: readonly OfferedLayout[]
  applied: number
  omitted: readonly string[]
}

/** What was made of a brief, in sentences, and what the planner has thought in lines. */
export interface PlannedBuilding {
  reply: string
  lines: string[]
}

/** Findings of the check that a reply quotes. */
const REMARKS_MAX = 3
/** Kinds of rooms from which a request without the word house is one for a building. */
const ROOMS_OF_BUILDING = 2
const IS_ON_LOT =
  /\b(?:on|for|within|of) (?:this|the|our|my|that) (?:building )?(?:lot|plot|site|parcel|land|property)\b/i
const BUILDING =
  /\b(?:house|home|bungalow|cottage|flat|apartment|cabin|villa|building|dwelling|hut|chalet|ranch|school|studio)\b/i

/** Whether a text is about a new building with its rooms. */
export function isBuildingBrief(text: string): boolean {
  const { rooms } = readBuildingBrief(tokensOf(text))
  return rooms.length >= (BUILDING.test(text) ? 1 : ROOMS_OF_BUILDING)
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
  const answer = bench.apply('plan_layout', limited.request) as unknown as LayoutAnswer
  const figures = figuresFor(text)
  if (brief.ceilingHeight !== null) setHeights(bench, brief.ceilingHeight, figures)
  bench.present()
  return {
    reply: [
      houseSentence(bench, figures),
      roomsSentence(bench, figures),
      ...built.choices,
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
  return `Rooms: ${listed(rooms.map((room) => `${room.label} ${area(room.area)}`))}.`
}

/** What the building lacks of what was requested. */
function problems({ plans, applied, omitted }: LayoutAnswer, { unread }: BuildingBrief): string[] {
  const { unmet } = plans[applied - 1]
  return [
    ...unmet,
    ...(omitted.length > 0 ? [`Left out: ${omitted.join(' ')}`] : []),
    ...unread.map(
      (relation) => `I did not understand “${relation}”, so it is not in the building.`,
    ),
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
    `This is layout ${applied}, with ${rounded(plans[applied - 1].score, 0)} of 100 points. I can also draw ${listed(texts)}.`,
  ]
}
