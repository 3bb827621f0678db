import { VIEW_TOOL, viewSceneInput } from '../../projects/calls/view-call.ts'
import { type ToolList, toolList } from '../../tools/tool-list.ts'
import { toolSchema } from '../../tools/tool-schema.ts'
import type { ModelTool } from '../models/step-model.ts'
import { QUESTION_TOOL, questionInput } from './question-call.ts'
import { TURN_SERVICES } from './service-calls.ts'
import { TRAVEL_DESCRIPTIONS, TRAVEL_TOOLS, travelInput } from './travel-call.ts'

/**
 * The tools of turns in a fixed order, so that prompts can be cached: edits, reads, pictures for
 * models that take images, and the question. `toolConventions` belongs to them.
 */
export function modelTools({ takesImages }: { takesImages: boolean }): ModelTool[] {
  const listed = listOnce().tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  const views = takesImages ? [viewTool] : []
  return [...listed, ...travelTools, ...views, ...serviceTools, questionTool]
}

/** What holds for all tools: frames, units, names, and what several schemas share. */
export const toolConventions = (): string => listOnce().instructions

let list: ToolList | undefined

/** The schemas are made once: that takes longer than a step may cost. */
function listOnce(): ToolList {
  list ??= toolList()
  return list
}

const travelTools: ModelTool[] = TRAVEL_TOOLS.map((name) => ({
  name,
  description: TRAVEL_DESCRIPTIONS[name],
  inputSchema: { ...toolSchema(travelInput) },
}))

const viewTool: ModelTool = {
  name: VIEW_TOOL,
  description:
    'A picture of the building as it is now: plan, perspective, elevation or section. Example: {"view":"plan","levelId":"Ground floor"}',
  inputSchema: { ...toolSchema(viewSceneInput) },
}

const serviceTools: ModelTool[] = TURN_SERVICES.map(({ name, description, input }) => ({
  name,
  description,
  inputSchema: { ...toolSchema(input) },
}))

const questionTool: ModelTool = {
  name: QUESTION_TOOL,
  description:
    'Puts one question to the user and ends this turn; finished work is saved. Only where two readings of the task are likely and lead to different buildings. Example: {"question":"On which side should the garage be?","options":["North","East"]}',
  inputSchema: { ...toolSchema(questionInput) },
}
