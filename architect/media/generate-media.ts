import { z } from 'zod'
import type { JobRunner } from '../jobs/job-runner.ts'
import { answerOfJob, paidFields, thousandths } from '../jobs/job-tools.ts'
import type { ServiceTool } from '../jobs/service-tool.ts'
import { LABEL_CHARACTERS_MAX } from '../scene/nodes.ts'
import { PROMPT_CHARACTERS_MAX } from './media-limits.ts'
import { ASPECT_RATIOS, OWN_MODELS, PICTURE_FORMATS, PICTURES_MAX } from './media-models.ts'

export const MEDIA_TOOL = 'generate_studio_media'

/** Characters of the name of a model. */
const MODEL_CHARACTERS_MAX = 100

const wanted = {
  modelId: z
    .string()
    .min(1)
    .max(MODEL_CHARACTERS_MAX)
    .describe(`${OWN_MODELS.join(', ')}, or one of list_services`),
  prompt: z
    .string()
    .min(1)
    .max(PROMPT_CHARACTERS_MAX)
    .optional()
    .describe('For models with takesPrompt'),
  sourceIds: z
    .array(z.string().min(1).max(LABEL_CHARACTERS_MAX))
    .min(1)
    .max(PICTURES_MAX)
    .optional()
    .describe(
      'Nodes to look at, a file each: a room from inside, a level from above; absent: the building',
    ),
  aspectRatio: z.enum(ASPECT_RATIOS).optional().describe('Width to height; 16:9 if absent'),
  format: z.enum(PICTURE_FORMATS).optional().describe('Of plat-picture; png if absent'),
}

/** Arguments of `generate_studio_media`. */
export const mediaInput = z.strictObject({ ...wanted, ...paidFields })

/** The arguments that its job has. */
export const JobInput = z.object(wanted)
export type MediaCall = z.infer<typeof JobInput>

export const generateStudioMedia: ServiceTool<typeof mediaInput> = {
  name: MEDIA_TOOL,
  description:
    'Pictures of the building as it is now, or an animation of a turn around it, in higher quality than view_scene, as files of the project. Paid by the file, free where it fails. Takes up to minutes: get_job has the files once state is done, for 5 minutes.',
  example: { modelId: 'plat-picture', operationId: 'cover-1', maxCredits: 1 },
  input: mediaInput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async run(runner: JobRunner, call, { operationId, maxCredits, ...input }) {
    const { caller, projectId, origin } = call
    const creditsMax = thousandths(maxCredits)
    const job = { projectId, tool: MEDIA_TOOL, operationId, creditsMax, input, origin }
    return answerOfJob(await runner.request(caller, job))
  },
}
