import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import type { StudioModel } from './studio-settings.ts'

/** Shapes of pictures, width to height. */
export const ASPECT_RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16'] as const
export type AspectRatio = (typeof ASPECT_RATIOS)[number]
/** Formats of still pictures of the own renderer. */
export const PICTURE_FORMATS = ['png', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Pixels of a picture or a frame. */
export interface MediaSize {
  width: number
  height: number
}
type Sizes = Readonly<Record<AspectRatio, MediaSize>>

const size = (width: number, height: number): MediaSize => ({ width, height })

/** Some two megapixels each. */
const PICTURE_SIZES: Sizes = {
  '16:9': size(1_920, 1_080),
  '4:3': size(1_600, 1_200),
  '1:1': size(1_440, 1_440),
  '3:4': size(1_200, 1_600),
  '9:16': size(1_080, 1_920),
}
/** Some half a megapixel each. */
const FRAME_SIZES: Sizes = {
  '16:9': size(960, 540),
  '4:3': size(800, 600),
  '1:1': size(720, 720),
  '3:4': size(600, 800),
  '9:16': size(540, 960),
}
/** The three sizes that providers of the images protocol have. */
const PROVIDER_SIZES: Sizes = {
  '16:9': size(1_536, 1_024),
  '4:3': size(1_536, 1_024),
  '1:1': size(1_024, 1_024),
  '3:4': size(1_024, 1_536),
  '9:16': size(1_024, 1_536),
}

/** Pictures that are averaged to one in studio quality: 32 samples a pixel. */
const PICTURE_PASSES = 8
/** The same of a frame, of which there are many. */
const FRAME_PASSES = 2
/** Frames of a whole turn: each is 10 degrees on. */
export const FRAMES = 36
/** Time that each frame is shown. */
export const FRAME_MS = 100
/** Pictures of one call. */
export const PICTURES_MAX = 6

/** A model of media: what it makes, and what a call of it may have. */
export interface MediaModel {
  id: string
  /** `provider` makes a picture by a prompt from one of the own renderer. */
  kind: 'picture' | 'turntable' | 'provider'
  /** Thousandths of credits of one picture or animation. */
  price: number
  sizes: Sizes
  /** Of one drawing of the own renderer. */
  passes: number
  /** Nodes to look at in one call, each with a picture of its own. */
  sourcesMax: number
}

/** Models of the own renderer, which are there without a network. */
export const OWN_MODELS = ['plat-picture', 'plat-turntable'] as const
export type OwnModel = (typeof OWN_MODELS)[number]

/** The models of a service: its own ones, and those of its provider. */
export function mediaModels(
  prices: Record<OwnModel, number>,
  provided: readonly StudioModel[],
): MediaModel[] {
  return [
    {
      id: 'plat-picture',
      kind: 'picture',
      price: prices['plat-picture'],
      sizes: PICTURE_SIZES,
      passes: PICTURE_PASSES,
      sourcesMax: PICTURES_MAX,
    },
    {
      id: 'plat-turntable',
      kind: 'turntable',
      price: prices['plat-turntable'],
      sizes: FRAME_SIZES,
      passes: FRAME_PASSES,
      sourcesMax: 1,
    },
    ...provided.map(({ id, price }): MediaModel => {
      const sizes = PROVIDER_SIZES
      return { id, kind: 'provider', price, sizes, passes: FRAME_PASSES, sourcesMax: 1 }
    }),
  ]
}

const TYPES: Record<MediaModel['kind'], 'image' | 'animation'> = {
  picture: 'image',
  turntable: 'animation',
  provider: 'image',
}
const FORMATS: Record<MediaModel['kind'], readonly PictureFormat[]> = {
  picture: PICTURE_FORMATS,
  turntable: ['webp'],
  provider: [],
}

/** A model as `list_services` states it. */
export const offerOf = ({ id, kind, price, sourcesMax }: MediaModel) => ({
  id,
  type: TYPES[kind],
  unitCredits: price / 1_000,
  takesPrompt: kind === 'provider',
  ...(FORMATS[kind].length > 0 && { formats: FORMATS[kind] }),
  sourcesMax,
})

/** Arguments of a call that depend on its model. */
export interface ModelCall {
  modelId: string
  prompt?: string
  sourceIds?: readonly string[]
  format?: PictureFormat
}

/** The model of a call. Throws `ArchitectError` where there is none, or it does not fit. */
export function modelOf(models: readonly MediaModel[], call: ModelCall): MediaModel {
  const { modelId, prompt, sourceIds = [], format } = call
  const model = models.find(({ id }) => id === modelId)
  if (!model)
    throw new ArchitectError(
      'model_not_found',
      `There is no model ${JSON.stringify(modelId)}: ${models.map(({ id }) => id).join(', ')}.`,
      { param: 'modelId' },
    )
  const { kind, sourcesMax } = model
  if (kind === 'provider' && prompt === undefined)
    throw invalidInput('prompt', `${modelId} needs a prompt: what to make of the picture.`)
  if (kind !== 'provider' && prompt !== undefined)
    throw invalidInput(
      'prompt',
      `${modelId} draws the building as it is and takes no prompt: leave it out, or edit the building first.`,
    )
  if (sourceIds.length > sourcesMax)
    throw invalidInput(
      'sourceIds',
      `${modelId} takes at most ${sourcesMax} of sourceIds, got ${sourceIds.length}.`,
    )
  if (format !== undefined && !FORMATS[kind].includes(format))
    throw invalidInput(
      'format',
      kind === 'provider'
        ? `The format of ${modelId} is what its provider answers with: leave it out.`
        : `${modelId} makes ${FORMATS[kind].join(' or ')}, not ${format}.`,
    )
  return model
}
