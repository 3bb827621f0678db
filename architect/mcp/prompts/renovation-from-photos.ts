import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { refusalOf } from '../../projects/calls/project-calls.ts'
import type { TurnFile } from '../../store/turn-files.ts'
import type { OwnPrompt, PromptCall } from './own-prompt.ts'

/** Photos of one prompt: each has up to 8 MB. */
const PHOTOS_MAX = 4
/** Tokens of what the client's model writes about the photos. */
const DESCRIPTION_TOKENS = 1_500
/** The request of the client's model that describes the photos. */
const DESCRIBED = 'photos'

const READING = `Describe the rooms on these photos for somebody who shall draw them: which room each photo shows; its size in metres with the thing that you judge it by (a door is 2.0 to 2.1 m high, a kitchen unit 0.6 m deep); walls, doors and windows with their sides; fixed furniture; materials and colours. State what cannot be seen.`

/** The photos are read by the model of the client: this server has none. */
export const renovationFromPhotos: OwnPrompt = {
  name: 'renovation_from_photos',
  description:
    'Models rooms from photos and plans their renovation. The photos are read by the model of your client: it needs sampling or input_required.',
  arguments: [
    {
      name: 'photos',
      description: `Ids of up to ${PHOTOS_MAX} pictures of POST /v1/files, separated by commas`,
      required: true,
    },
    { name: 'goals', description: 'What the renovation shall change', required: true },
  ],
  async make(call) {
    const { capabilities, responses, given } = call
    const answered = inputResponse(responses, DESCRIBED)
    if (answered.kind === 'sampling') return planFor(given.goals, textOf(answered.result))
    if (!capabilities?.sampling) return withoutSampling(given.goals)
    const photos = await photosOf(call)
    if (typeof photos === 'string') return photos
    return inputRequired({
      inputRequests: {
        [DESCRIBED]: inputRequired.createMessage({
          maxTokens: DESCRIPTION_TOKENS,
          messages: [
            ...photos.map((photo) => ({ role: 'user' as const, content: photo })),
            { role: 'user', content: { type: 'text', text: READING } },
          ],
        }),
      },
    })
  },
}

interface Photo {
  type: 'image'
  data: string
  mimeType: string
}

/** The photos, or a sentence about those that are missing. */
async function photosOf({ parts, client, given }: PromptCall): Promise<Photo[] | string> {
  const ids = given.photos.split(',').map((id) => id.trim())
  if (ids.length > PHOTOS_MAX)
    return `There are ${ids.length} photos, and ${PHOTOS_MAX} are the most: name fewer.`
  try {
    const files = await parts.store.findFiles(client.viewer, ids)
    const missing = ids.filter((id) => !files.some((file) => file.id === id && isPicture(file)))
    if (missing.length > 0)
      return `These are no pictures of your workspace: ${missing.join(', ')}. Upload them by POST /v1/files with purpose vision.`
    return await Promise.all(
      files.map(async ({ blob, mediaType }) => ({
        type: 'image' as const,
        data: Buffer.from(await parts.blobs.get(blob)).toString('base64'),
        mimeType: mediaType,
      })),
    )
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal.message
  }
}

const isPicture = ({ mediaType }: TurnFile): boolean => mediaType.startsWith('image/')

const withoutSampling = (goals: string): string =>
  `Your client offers neither sampling nor input_required, so this server cannot have the photos read. If you can see the photos yourself, describe them first: ${READING}

Then, with your description:

${stepsFor(goals)}`

const planFor = (goals: string, photos: string): string =>
  `Model the rooms that were described from photos, then plan their renovation. Sizes from photos are estimates: state each as one.

Photos: ${photos}

${stepsFor(goals)}`

const stepsFor = (goals: string): string => `Goals: ${goals}

1. Read svc://agent-guide. create_project, then create_room for each room as it is now, with its doors and windows; furnish with what is fixed.
2. save_scene as "As it is". view_scene, and compare it with the photos.
3. Change what the goals want: walls (delete_node, create_wall, split_room), openings, furniture, set_material. One edit at a time, with operationId.
4. verify_scene until there is no error. save_scene as "Renovated".
5. Report what changes, with areas before and after, and which sizes have to be measured on site.`

function textOf({ content }: { content: unknown }): string {
  const blocks = (Array.isArray(content) ? content : [content]) as { type: string; text?: string }[]
  return blocks.flatMap(({ text }) => text ?? []).join('\n')
}
