import type { BlobStore } from '../blobs/blob-store.ts'
import type { PaidTool, PaidWork } from '../jobs/paid-tool.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import type { ViewThreads } from '../render/view-threads.ts'
import type { NewMedia } from '../store/media-store.ts'
import type { Store } from '../store/store-port.ts'
import { JobInput, MEDIA_TOOL, type MediaCall } from './generate-media.ts'
import { type MediaLinks, mediaAnswer } from './media-answer.ts'
import { MEDIA_DEADLINE_MS } from './media-limits.ts'
import { type MediaModel, mediaModels, modelOf, type OwnModel, offerOf } from './media-models.ts'
import { drawPicture, drawTurntable, type OwnPicture, sourcesOf } from './own-pictures.ts'
import { providedPicture } from './provided-picture.ts'
import type { StudioClient } from './studio-client.ts'
import type { StudioModel } from './studio-settings.ts'

const USUAL_ASPECT = '16:9'

/** What the job works with. */
export interface MediaParts extends MediaLinks {
  store: Pick<Store, 'readDraft' | 'media'>
  scenes: SceneFiles
  blobs: BlobStore
  views: ViewThreads
  /** Thousandths of credits of the models of the own renderer. */
  prices: Record<OwnModel, number>
  /** The provider with its models; null where none is configured. */
  studio: { client: StudioClient; models: readonly StudioModel[] } | null
  /** For tests: smaller ones than those of the service. */
  models?: readonly MediaModel[]
}

/** `generate_studio_media` as a paid job. */
export function studioMedia(parts: MediaParts): PaidTool {
  const { models = mediaModels(parts.prices, parts.studio?.models ?? []) } = parts
  const { media } = parts.store
  return {
    name: MEDIA_TOOL,
    price: Math.min(...models.map(({ price }) => price)),
    deadline_ms: MEDIA_DEADLINE_MS,
    offer: { models: models.map(offerOf) },
    async quote({ caller, projectId, input }) {
      const call = JobInput.parse(input)
      const { price } = modelOf(models, call)
      const files = call.sourceIds?.length ?? 1
      await media.requireRoom(caller, projectId, { files, bytes: 0 })
      return price * files
    },
    work: (job) => generate(parts, models, job),
    async show({ jobId, origin }) {
      const rows = await media.mediaOfJob(jobId)
      return { media: rows.map((row) => mediaAnswer(row, parts, origin)) }
    },
  }
}

/** Makes and stores the files. The answer has them from their rows: some may be deleted by then. */
async function generate(
  parts: MediaParts,
  models: readonly MediaModel[],
  job: PaidWork,
): Promise<Record<string, never>> {
  const { store, scenes, blobs } = parts
  const { jobId, caller, projectId, signal } = job
  // An attempt that was lost may have stored them.
  if ((await store.media.mediaOfJob(jobId)).length > 0) return {}
  const call = JobInput.parse(job.input)
  const model = modelOf(models, call)
  const { sceneBlob, version } = await store.readDraft(caller, projectId)
  const scene = await scenes.get(sceneBlob)
  const size = model.sizes[call.aspectRatio ?? USUAL_ASPECT]
  const files: NewMedia[] = []
  for (const source of sourcesOf(scene, call.sourceIds)) {
    const picture = { scene, source, size, model }
    const { file, ...made } = await MAKERS[model.kind](parts, picture, call, job)
    signal.throwIfAborted()
    // Before its row: a blob that no row names is swept after a day.
    const blob = await blobs.put(file)
    files.push({ ...made, sourceId: source?.id ?? null, blob, bytes: file.length })
  }
  const named = { projectId, jobId, modelId: model.id, draftVersion: version }
  await store.media.addMedia(caller, named, files)
  return {}
}

type MadeFile = Pick<NewMedia, 'mediaType' | 'isAnimated' | 'width' | 'height'> & { file: Buffer }
type Maker = (
  parts: MediaParts,
  picture: OwnPicture,
  call: MediaCall,
  job: PaidWork,
) => Promise<MadeFile>

const MAKERS: Record<MediaModel['kind'], Maker> = {
  async picture({ views }, picture, { format = 'png' }, { signal }) {
    const file = await drawPicture(views, picture, format, signal)
    return { file, mediaType: `image/${format}`, isAnimated: false, ...picture.size }
  },
  async turntable({ views }, picture, _, { signal }) {
    const file = await drawTurntable(views, picture, signal)
    return { file, mediaType: 'image/webp', isAnimated: true, ...picture.size }
  },
  async provider({ views, studio }, picture, { prompt = '' }, { jobId, attempt, signal }) {
    if (!studio) throw new ArchitectError('media_failed', 'No provider is configured any more.')
    // The provider may have made and charged the picture of an attempt that was lost.
    if (attempt > 1)
      throw new ArchitectError(
        'media_failed',
        'The service ended while the provider worked, which is not called twice. Nothing was charged.',
      )
    const { model, size } = picture
    const image = await drawPicture(views, picture, 'png', signal)
    const edit = { model: model.id, prompt, image, size, key: jobId }
    const file = await studio.client.edit(edit, signal)
    return { file, isAnimated: false, ...(await providedPicture(file)) }
  },
}
