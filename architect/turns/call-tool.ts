import type { BlobStore } from '../blobs/blob-store.ts'
import { parseInput } from '../input/parse-input.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { drawScene, ownAnswer, readScene, refusalOf } from '../projects/calls/project-calls.ts'
import { VIEW_TOOL } from '../projects/calls/view-call.ts'
import type { DraftEditor } from '../projects/draft-editor.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import { READS } from '../reads/index.ts'
import type { ViewThreads } from '../render/view-threads.ts'
import type { Scene } from '../scene/scene.ts'
import type { Store } from '../store/store-port.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import { lineOf } from './call-line.ts'
import type { ModelCall } from './models/step-model.ts'
import { QUESTION_TOOL, questionCall } from './tools/question-call.ts'
import { TURN_SERVICES, type TurnService } from './tools/service-calls.ts'
import { TRAVEL_TOOLS, type TravelTool, travelInput } from './tools/travel-call.ts'
import type { CallStep, Turn, TurnQuestion } from './turn.ts'
import { OUTPUT_CHARACTERS_MAX } from './turn-limits.ts'

const READ_NAMES = READS.map(({ name }) => name)
/** Refusals of the store that are results; others end the turn. */
const REFUSED_CODES = [
  'nothing_to_undo',
  'operation_mismatch',
  'job_not_found',
  'too_many_jobs',
  'credit_limit_exceeded',
  'insufficient_quota',
]

/** What calls of tools work with. */
export interface ToolParts {
  store: Store
  scenes: SceneFiles
  blobs: BlobStore
  editor: DraftEditor
  views: ViewThreads
  jobs: JobRunner
}

interface Outcome {
  output: Record<string, unknown>
  error?: { code: string; message: string }
  images?: CallStep['images']
  isEdit?: boolean
}

/**
 * Makes a call of a model. A refusal is a result, from which the model goes on; a failure of the
 * service is thrown, and so is `project_not_found` or `forbidden` once the caller has lost the
 * right to edit. `operationId` makes an edit that was committed before the same result again.
 */
export async function callTool(
  parts: ToolParts,
  turn: Turn,
  call: ModelCall,
  operationId: string,
): Promise<CallStep> {
  const outcome = await outcomeOf(parts, turn, call, operationId)
  const { output, error, images = [], isEdit = false } = outcome
  return {
    kind: 'call',
    callId: call.id,
    tool: call.tool,
    arguments: call.arguments,
    output: clipped(output),
    ...(error && { error }),
    isEdit,
    line: lineOf(call.tool, output, error),
    images,
  }
}

/** The question of a call that was recorded, which ends the turn; null for any other call. */
export function questionOf({ tool, arguments: text, error }: CallStep): TurnQuestion | null {
  const given = tool === QUESTION_TOOL && !error ? argumentsOf(text) : null
  const called = given && questionCall(given)
  return called && 'question' in called ? { text: called.question, options: called.options } : null
}

async function outcomeOf(
  parts: ToolParts,
  turn: Turn,
  { tool, arguments: text }: ModelCall,
  operationId: string,
): Promise<Outcome> {
  const given = argumentsOf(text)
  if (!given)
    return refused('invalid_input', `The arguments of ${tool} are not a JSON object.`, {
      param: 'arguments',
    })
  if (tool === QUESTION_TOOL) return ask(given)
  if (tool === VIEW_TOOL) return await view(parts, turn, given)
  if (READ_NAMES.includes(tool)) return await read(parts, turn, tool, given)
  const service = TURN_SERVICES.find(({ name }) => name === tool)
  if (service) return await serve(parts, turn, service, { tool, given, operationId })
  if (isTravel(tool)) return await travel(parts, turn, { tool, given, operationId })
  return await edit(parts, turn, { tool, given, operationId })
}

const isTravel = (tool: string): tool is TravelTool => TRAVEL_TOOLS.some((each) => each === tool)

function argumentsOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const refused = (code: string, message: string, fields: Record<string, unknown> = {}): Outcome => ({
  output: { error: { ...fields, code, message, mutationApplied: false } },
  error: { code, message },
})

function ask(given: Record<string, unknown>): Outcome {
  const called = questionCall(given)
  if ('question' in called) return { output: { ok: true } }
  return refused('invalid_input', called.message, called.param ? { param: called.param } : {})
}

/** The building of a turn as it is now. */
export async function draftOf(
  { store, scenes }: ToolParts,
  { caller, projectId }: Turn,
): Promise<Scene> {
  const { sceneBlob } = await store.readDraft(caller, projectId)
  return await scenes.get(sceneBlob)
}

async function read(
  parts: ToolParts,
  turn: Turn,
  tool: string,
  given: Record<string, unknown>,
): Promise<Outcome> {
  const scene = await draftOf(parts, turn)
  return await orRefused(async () => ({ output: readScene(scene, tool, given) }))
}

async function view(
  parts: ToolParts,
  turn: Turn,
  given: Record<string, unknown>,
): Promise<Outcome> {
  const scene = await draftOf(parts, turn)
  return await orRefused(async () => {
    const { png, document: _, ...fields } = await drawScene(parts.views, scene, given)
    const blob = await parts.blobs.put(png)
    return { output: { ok: true, ...fields }, images: [{ blob, mediaType: 'image/png' }] }
  })
}

interface Edit<Tool = string> {
  tool: Tool
  given: Record<string, unknown>
  operationId: string
}

async function edit(
  { editor }: ToolParts,
  { id, caller, projectId }: Turn,
  { tool, given, operationId }: Edit,
): Promise<Outcome> {
  return await orRefused(async () => {
    const operations = [{ tool, arguments: given }]
    const options = { operationId: `${id}.${operationId}` }
    const answer = await editor.apply(caller, projectId, operations, options)
    return outcomeOfEdit(ownAnswer(answer))
  })
}

/** Undoes or redoes edits of turns. Its own operation id is none of a turn: it is no edit. */
async function travel(
  { editor }: ToolParts,
  { id, caller, projectId }: Turn,
  { tool, given, operationId }: Edit<TravelTool>,
): Promise<Outcome> {
  const parsed = parseInput(tool, travelInput, given)
  if (!('input' in parsed))
    return refused('invalid_input', parsed.message, parsed.param ? { param: parsed.param } : {})
  return await orRefused(async () => {
    const options = { operationId: `${id}.${operationId}` }
    const wanted = { kind: tool, turns: parsed.input.turns }
    return outcomeOfEdit(await editor.travel(caller, projectId, wanted, options))
  })
}

/** A tool beside edits and reads; a paid one has the id of the call and its own `maxCredits`. */
async function serve(
  { jobs }: ToolParts,
  { id, caller, projectId }: Turn,
  service: TurnService,
  { tool, given, operationId }: Edit,
): Promise<Outcome> {
  const parsed = parseInput(tool, service.input, given)
  if (!('input' in parsed))
    return refused('invalid_input', parsed.message, parsed.param ? { param: parsed.param } : {})
  return await orRefused(async () => {
    const call = { caller, projectId, operationId: `${id}.${operationId}` }
    const output = await service.run(jobs, call, parsed.input)
    return { output, isEdit: 'changes' in output && hasChanged(output.changes) }
  })
}

function outcomeOfEdit({ projectId: _, ...output }: Record<string, unknown>): Outcome {
  return { output, isEdit: hasChanged(output.changes) }
}

const hasChanged = (changes: unknown): boolean =>
  Object.values(changes as Record<string, unknown[]>).some(({ length }) => length > 0)

/**
 * The outcome of a call; a refusal is a result. The right to edit may be lost in mid-turn: that is
 * thrown.
 */
async function orRefused(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreRefusal && !REFUSED_CODES.includes(error.code)) throw error
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const { code, message, ...fields } = refusal
    return refused(code, message, fields)
  }
}

/** JSON of an output, cut where it is too long, with a note of how much is left out. */
function clipped(output: Record<string, unknown>): string {
  const text = JSON.stringify(output)
  if (text.length <= OUTPUT_CHARACTERS_MAX) return text
  const start = text.slice(0, OUTPUT_CHARACTERS_MAX)
  const more = text.length - OUTPUT_CHARACTERS_MAX
  return JSON.stringify({ clipped: start, charactersLeftOut: more, hint: 'Read it in pages.' })
}
