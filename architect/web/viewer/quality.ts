/** How much a machine draws: chosen by its renderer, then by the time of its frames. */
export interface Quality {
  /** Pixels of the picture per pixel of the page while the picture moves. */
  movingRatio: number
  /** The same once it rests. */
  restingRatio: number
  shadowPixels: number
  /** True where materials are drawn with the cheapest shading. */
  isPlain: boolean
  /** Smoothed edges: four samples a pixel. */
  hasSamples: boolean
}

/** Names of renderers that draw without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i
/** More pixels than this per pixel of the page are not seen. */
const RATIO_MAX = 2
const RATIO_MIN = 0.4
/** Longer frames are drawn with fewer pixels, shorter ones with more, in milliseconds. */
const SLOW_FRAME_MS = 55
const FAST_FRAME_MS = 22

/** The quality to start with. */
export function startQuality(renderer: string, devicePixelRatio: number): Quality {
  const isSoftware = SOFTWARE.test(renderer)
  const ratio = Math.min(RATIO_MAX, Math.max(1, devicePixelRatio))
  return {
    movingRatio: isSoftware ? 0.7 : ratio,
    restingRatio: isSoftware ? 1 : ratio,
    shadowPixels: isSoftware ? 1024 : 4096,
    isPlain: isSoftware,
    hasSamples: true,
  }
}

/** The ratio for the next moving frame after one that took so long. */
export function nextRatio(quality: Quality, frameMs: number): number {
  const { movingRatio, restingRatio } = quality
  if (frameMs > SLOW_FRAME_MS) return Math.max(RATIO_MIN, movingRatio * 0.8)
  if (frameMs < FAST_FRAME_MS) return Math.min(restingRatio, movingRatio * 1.1)
  return movingRatio
}
