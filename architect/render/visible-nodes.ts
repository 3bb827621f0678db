import type { DrawnScene } from './drawn-scene.ts'
import type { Picture } from './raster/rendered-picture.ts'

/** Four samples are a pixel. */
const SAMPLES_MIN = 4

/** The ids of nodes of which at least a pixel is seen, in their order. */
export function visibleNodes({ drawn, ground }: DrawnScene, { samplesOf }: Picture): string[] {
  return drawn.nodeIds
    .filter((_, index) => index !== ground && samplesOf[index] >= SAMPLES_MIN)
    .sort()
}

/** A mark of each node by its index. */
export function marksOf(
  { drawn }: DrawnScene,
  isMarked: (index: number, id: string) => boolean,
): Uint8Array {
  return Uint8Array.from(drawn.nodeIds, (id, index) => (isMarked(index, id) ? 1 : 0))
}
