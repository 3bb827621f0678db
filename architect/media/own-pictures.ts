import { animatedWebp } from '../../images/animated-webp.ts'
import { nodeNamed } from '../input/named-node.ts'
import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import type { PerspectiveRequest } from '../render/perspective-view.ts'
import type { StudioFormat } from '../render/studio/studio-request.ts'
import { ViewError } from '../render/view-error.ts'
import { readViewRequest } from '../render/view-request.ts'
import type { ViewThreads } from '../render/view-threads.ts'
import { KINDS, type Kind, type SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { FILE_BYTES_MAX } from './media-limits.ts'
import { FRAME_MS, FRAMES, type MediaModel, type MediaSize } from './media-models.ts'

/** What a picture shows, and of which size. */
export interface OwnPicture {
  scene: Scene
  /** The node that is looked at; null for the whole building. */
  source: SceneNode | null
  size: MediaSize
  model: MediaModel
}

/** The nodes that sources name, by their ids or labels. Throws `ArchitectError`. */
export function sourcesOf(scene: Scene, named: readonly string[] = []): (SceneNode | null)[] {
  if (named.length === 0) return [null]
  return named.map((name, index) => {
    const found = nodeNamed(scene, name, KINDS)
    if ('node' in found) return found.node
    const { code, message, candidates } = found.fault
    const param = `sourceIds.${index}`
    const fields = { ...(candidates.length > 0 && { candidates }) }
    if (code === 'ambiguous_name') throw invalidInput(param, message)
    throw new ArchitectError(code, message, { param, fields })
  })
}

/** A picture in studio quality. Throws `ArchitectError` and the reason of the signal. */
export async function drawPicture(
  views: ViewThreads,
  picture: OwnPicture,
  format: StudioFormat,
  signal: AbortSignal,
): Promise<Buffer> {
  const { scene, model } = picture
  const request = { view: viewOf(picture), passes: model.passes, format }
  return bounded(await drawn(() => views.drawInStudio(scene, request, signal)))
}

/** An animated WebP of a whole turn around the building, or the source. Throws as `drawPicture`. */
export async function drawTurntable(
  views: ViewThreads,
  picture: OwnPicture,
  signal: AbortSignal,
): Promise<Buffer> {
  const { scene, size, model } = picture
  const view = viewOf(picture)
  const frames: Buffer[] = []
  const frameAt = async (frame: number): Promise<Buffer> => {
    const turned: PerspectiveRequest = { ...view, orbitDeg: (frame * 360) / FRAMES }
    const request = { view: turned, passes: model.passes, format: 'frame' } as const
    return await drawn(() => views.drawInStudio(scene, request, signal))
  }
  while (frames.length < FRAMES) {
    const next = Array.from({ length: FRAMES_AT_ONCE }, (_, k) => frameAt(frames.length + k))
    frames.push(...(await Promise.all(next)))
    requireBytes(frames.reduce((all, { length }) => all + length, 0))
  }
  return bounded(animatedWebp(frames, { ...size, frame_ms: FRAME_MS }))
}

/** Frames that are drawn at once, as many as there are threads of views. A divisor of `FRAMES`. */
const FRAMES_AT_ONCE = 2
/** Kinds that stand for the whole building. */
const WHOLE: readonly Kind[] = ['site', 'building']

function viewOf({ source, size }: OwnPicture): PerspectiveRequest {
  const isWhole = source === null || WHOLE.includes(source.kind)
  const isLevel = source?.kind === 'level'
  return readViewRequest({
    view: 'perspective',
    labels: false,
    ...size,
    ...(!isWhole && { [isLevel ? 'levelId' : 'targetId']: source.id }),
  })
}

/**
 * A view that its thread could not draw in time is a failed job: the next attempt would be late
 * too.
 */
async function drawn(draw: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await draw()
  } catch (error) {
    if (!(error instanceof ViewError) || error.code !== 'render_failed') throw error
    throw new ArchitectError('media_failed', `${error.message} Nothing was charged.`)
  }
}

function bounded(file: Buffer): Buffer {
  requireBytes(file.length)
  return file
}

function requireBytes(bytes: number): void {
  if (bytes <= FILE_BYTES_MAX) return
  throw new ArchitectError(
    'limit_exceeded',
    `The file would have more than ${FILE_BYTES_MAX.toLocaleString('en-US')} bytes. Nothing was charged: take WebP, or another source.`,
  )
}
