import {
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { quoted } from '../tool-answers.ts'
import type { OwnPrompt, PromptCall } from './own-prompt.ts'
import { renovationFromPhotos } from './renovation-from-photos.ts'

/** Characters of one argument: a brief of some pages. */
const ARGUMENT_CHARACTERS_MAX = 20_000

const fromBrief: OwnPrompt = {
  name: 'from_brief',
  description: 'Builds a design from a brief, to a saved version.',
  arguments: [
    { name: 'brief', description: 'What the building shall be', required: true },
    {
      name: 'constraints',
      description: 'What it must keep to: sizes, budget, plot',
      required: false,
    },
  ],
  make: async ({ given: { brief, constraints } }) =>
    `Design a building from this brief.

Brief: ${brief}
${constraints ? `Constraints: ${constraints}\n` : ''}
1. Read svc://agent-guide and svc://constraints.
2. create_project with a short name, or load_scene where a project is named.
3. List the rooms with their areas and what they are next to, then plan_layout with "dryRun": true. Compare the scores of the layouts with the brief, and draw the best one.
4. Change by hand what the brief wants otherwise. Give each edit an operationId.
5. verify_scene until there is no error; view_scene of each level, and look at it.
6. get_zones: compare each area with the brief.
7. save_scene. Report the rooms with their areas, what of the brief is not met and why, and the editorUrl.`,
}

const iterateOnFeedback: OwnPrompt = {
  name: 'iterate_on_feedback',
  description: 'Changes the loaded design as feedback wants it, and saves a version.',
  arguments: [{ name: 'feedback', description: 'What people say of the design', required: true }],
  make: async ({ given: { feedback } }) =>
    `Change the loaded project as this feedback wants it.

Feedback: ${feedback}

1. get_project_status and get_scene: what is there. If no project is loaded, list_scenes and load_scene.
2. Take the feedback apart into changes. Where one can be understood in two ways, ask before you edit.
3. For each change: the rooms and walls that it is about (get_zones, get_walls), then the smallest edit that makes it, with an operationId and the draftVersion as expectedVersion.
4. verify_scene after each change: nothing that was right may become wrong.
5. view_scene before and after. save_scene with a name that states the change.
6. Report each point of the feedback: done, done otherwise and why, or not done and why.`,
}

export const PROMPTS: readonly OwnPrompt[] = [fromBrief, iterateOnFeedback, renovationFromPhotos]

export const listedPrompts = () =>
  PROMPTS.map(({ name, description, arguments: given }) => ({
    name,
    description,
    arguments: given,
  }))

/** Makes a prompt. Throws `ProtocolError` for a name or arguments that are wrong. */
export async function getPrompt(
  name: string,
  call: PromptCall,
): Promise<GetPromptResult | InputRequiredResult> {
  const prompt = PROMPTS.find((each) => each.name === name)
  if (!prompt)
    throw invalid(
      `There is no prompt ${quoted(name)}: there are ${PROMPTS.map((each) => each.name).join(', ')}.`,
    )
  for (const { name: argument, required } of prompt.arguments) {
    const value = call.given[argument]
    if (required && (value === undefined || value.trim() === ''))
      throw invalid(`${argument} of ${name} is missing.`)
    if (value !== undefined && value.length > ARGUMENT_CHARACTERS_MAX)
      throw invalid(
        `${argument} of ${name} has ${value.length} characters; ${ARGUMENT_CHARACTERS_MAX} are the most.`,
      )
  }
  const made = await prompt.make(call)
  if (typeof made !== 'string') return made
  const { description } = prompt
  return { description, messages: [{ role: 'user', content: { type: 'text', text: made } }] }
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message)
