import type { Scene } from '../scene/scene.ts'
import { chosenLayout, isLateChoice } from './building/chosen-layout.ts'
import { clearProject } from './building/cleared-project.ts'
import { completeBrief } from './building/complete-brief.ts'
import { isBuildingBrief, planBuilding } from './building/plan-building.ts'
import type { FormerTurn } from './former-turn.ts'
import { type Clause, clausesOf } from './language/clause.ts'
import type { Lot } from './lot/lot.ts'
import { planChanges } from './plan-changes.ts'
import { readingOf } from './read-clause.ts'
import { isWholeBuilding } from './rules/whole-building.ts'
import { isChat } from './turn-context.ts'
import { type WholeRequest, wholeRequest } from './whole-request.ts'
import { Declined, type PlannedCall, Unclear, Workbench } from './workbench.ts'

export interface PlanRequest {
  scene: Scene
  text: string
  /** The latest last. */
  former: readonly FormerTurn[]
  /** What is known of the lot; null where the project has no place. */
  lot: Lot | null
}

/** What a turn does: calls that have worked on a copy of the project, and its reply. */
export interface TurnPlan {
  /** One line for each step of thought. */
  lines: string[]
  calls: PlannedCall[]
  reply: string
  /** In place of calls and reply. */
  question: { text: string; options: readonly string[] } | null
}

const REPLACE = 'Replace it'
const LEAVE = 'Leave it as it is'

/** Plans a turn without touching the project. */
export function planTurn({ scene, text, former, lot }: PlanRequest): TurnPlan {
  const request = wholeRequest(text, former)
  const bench = new Workbench(scene, request.choices)
  const lines: string[] = []
  try {
    const reply =
      layoutChoice(bench, text, former, lot, lines) ??
      newBuilding(bench, request, lot, lines) ??
      planChanges(bench, request, lines)
    return { lines, calls: bench.calls, reply, question: null }
  } catch (error) {
    if (error instanceof Declined) return { lines, calls: [], reply: error.message, question: null }
    if (!(error instanceof Unclear)) throw error
    return {
      lines: [...lines, `Unclear: ${error.message}`],
      calls: [],
      reply: '',
      question: { text: error.message, options: error.options },
    }
  }
}

/** Another layout of the building that the last turn has drawn; null where none is chosen. */
function layoutChoice(
  bench: Workbench,
  text: string,
  former: readonly FormerTurn[],
  lot: Lot | null,
  lines: string[],
): string | null {
  const chosen = chosenLayout(text, former)
  if (!chosen && isLateChoice(text))
    throw new Declined(
      'Another layout can be chosen right after a building is laid out. Undo what came after it, or describe the building again.',
    )
  if (!chosen) return null
  clearProject(bench)
  const answered = new Workbench(bench.scene, chosen.request.choices)
  const brief = completeBrief(answered, chosen.request.text)
  const planned = planBuilding(bench, brief, { plan: chosen.plan, lot })
  lines.push(...planned.lines)
  return planned.reply
}

/** A building from a brief; null where the request is another one. */
function newBuilding(
  bench: Workbench,
  { text }: WholeRequest,
  lot: Lot | null,
  lines: string[],
): string | null {
  const labels = bench.house.rooms.map(({ label }) => label)
  const clauses = clausesOf(text, labels)
  const isEmpty = labels.length === 0
  const isNew = isEmpty ? isBriefForNothing(clauses) : clauses.some(isBriefForAnother)
  if (!isNew) return null
  if (clauses.some(isUnwanted))
    throw new Declined(
      'Nothing was built, as your request states. Describe the building when it is to be laid out.',
    )
  const brief = completeBrief(bench, text)
  if (!isBuildingBrief(brief)) return null
  if (!isEmpty) {
    const answer = bench.choose('The project has a building already. What is to become of it?', [
      [REPLACE, REPLACE],
      [LEAVE, LEAVE],
    ])
    if (answer === LEAVE) throw new Declined('The building stays as it is: nothing was changed.')
    clearProject(bench)
  }
  const planned = planBuilding(bench, brief, { plan: 1, lot })
  lines.push(...planned.lines)
  return planned.reply
}

/** On an empty project all sentences are about one building, unless they are questions. */
const isBriefForNothing = (clauses: readonly Clause[]): boolean =>
  clauses.some(
    (clause) =>
      (!clause.isQuestion || POLITE.test(clause.original)) &&
      !isChat(clause) &&
      !OF_OTHERS.test(clause.original),
  )

/** `Can you do me a bungalow with two bedrooms?` */
const POLITE =
  /^(?:please,? )?(?:can|could|would|will|may) (?:you|we|i)\b(?!.*\b(?:tell|explain|fit|possible|how|why|costs?)\b)/i

/** What others have is no request: `My neighbour has a house with three bedrooms.` */
const OF_OTHERS =
  /^(?:my|our|his|her|their|the) (?:\w+ )?(?:neighbou?rs?|friends?|parents?|sister|brother|boss|mother|father|mum|mom|dad|aunt|uncle|cousin|colleagues?) (?:has|have|had|owns?|owned|lives? in|lived in|bought|built)\b/i

/** `Don't build anything yet`, `I do not want a house with ...`. */
const UNWANTED = [
  /\b(?:do not|don't|never|no need to) (?:build|make|draw|plan|create|design|lay out|start)\b/i,
  /\b(?:do not|don't) (?:want|need) (?:an? |any |the |this )?(?:\w+ )?(?:house|home|flat|apartment|bungalow|cottage|cabin|villa|building)\b/i,
]

const isUnwanted = ({ original }: Clause): boolean =>
  UNWANTED.some((pattern) => pattern.test(original.replaceAll('’', "'")))

/** A part of the building that is there: `at the east end of the house`. */
const OF_THIS =
  /\b(?:of|to|in|at|from|for|on|onto|inside|outside) (?:this |whole |existing )?(?:house|home|building|flat|apartment|bungalow|cottage|cabin|villa)\b/

/** Where a building is there, only the description of a whole one is about another. */
const isBriefForAnother = (clause: Clause): boolean =>
  !clause.isQuestion &&
  (isWholeBuilding(clause) || isRestart(clause)) &&
  !OF_THIS.test(clause.text) &&
  readingOf(clause) === null

/** `Let's start from scratch: two bedrooms, ...`, `Build a dental clinic with ...`. */
const isRestart = ({ original, rooms }: Clause): boolean =>
  (FROM_SCRATCH.test(original) && isBuildingBrief(original)) ||
  (rooms.length > 1 && OTHER_BUILDING.test(original))

const FROM_SCRATCH =
  /\b(?:from scratch|start(?:ing)? (?:over|again|afresh)|new (?:design|layout|plan|building)|scrap (?:this|it|that|everything|the))\b/i
const OTHER_BUILDING =
  /^(?:please |now )?(?:build|design|plan|draw|lay out|create|make)(?: me| us)? an? (?:\w+ ){0,2}(?:clinic|school|shop|restaurant|caf[eé]|kindergarten|hotel|surgery|practice|warehouse|barn|office for)\b/i
