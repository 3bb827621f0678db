import type { DrawnScene } from './drawn-scene.ts'
import type { Picture } from './raster/rendered-picture.ts'

/** A pixel has four samples. */
const SAMPLES_MIN = 4

/** Sorted ids of nodes with at least one visible pixel. */
export function visibleNodes({ drawn, ground }: DrawnScene, { samplesOf }: Picture): string[] {
  return drawn.nodeIds
    .filter((_, index) => index !== ground && samplesOf[index] >= SAMPLES_MIN)
    .sort()
}

/** 1 for each marked node and 0 for the others, by index. */
export function marksOf(
  { drawn }: DrawnScene,
  isMarked: (index: number, id: string) => boolean,
): Uint8Array {
  return Uint8Array.from(drawn.nodeIds, (id, index) => (isMarked(index, id) ? 1 : 0))
}
