/** Width and height, or the position of a scrolled view, in pixels. */
export type Pair = readonly [x: number, y: number]

/** Steps of the buttons. */
const STEPS = [1, 1.5, 2, 3, 4.5]
const ZOOM_MAX = STEPS.at(-1)!

export const limitedZoom = (zoom: number): number => Math.min(ZOOM_MAX, Math.max(1, zoom))

/** The next step of the buttons, larger or smaller. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? STEPS.find((step) => step > zoom + 0.01)
      : STEPS.findLast((step) => step < zoom - 0.01)
  return next ?? limitedZoom(zoom)
}

/** Size of a picture of this aspect that fits into a frame, enlarged by a factor. */
export function zoomedSize([width, height]: Pair, aspect: number, zoom: number): Pair {
  const fitting = Math.min(width, height * aspect)
  return [fitting * zoom, (fitting * zoom) / aspect]
}

/**
 * Where a frame scrolls to after its picture has another size, so that the same part of the
 * picture is at `at`, a position in the frame. A picture smaller than its frame is in its middle.
 */
export function scrollAfter(scroll: Pair, frame: Pair, at: Pair, sizes: [Pair, Pair]): Pair {
  const along = (axis: 0 | 1) => {
    const [before, after] = sizes.map((size) => size[axis])
    const margin = (size: number) => Math.max(0, (frame[axis] - size) / 2)
    const share = (scroll[axis] + at[axis] - margin(before)) / before
    return Math.max(0, share * after + margin(after) - at[axis])
  }
  return [along(0), along(1)]
}
