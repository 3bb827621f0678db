import type { PerspectiveDrawing, PictureShift } from '../perspective-view.ts'
import { encodePicture } from './encode-picture.ts'
import type { StudioRequest } from './studio-request.ts'

/** Radius of the sun's disc, so that shadows end softly, in degrees: four times the real one. */
const SUN_RADIUS_DEG = 1.1
/** Radians from one place on a disc to the next, with which any number of them is spread evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
/** Side of the square of samples that a pass has for itself, in pixels: it moves within. */
const SAMPLE_SIDE = 0.25

/** Draws one of the passes and adds its pixels to the sums. `drawing` is that of the view. */
export function addPass(
  drawing: PerspectiveDrawing,
  { passes }: StudioRequest,
  pass: number,
  sum: Uint16Array,
): void {
  const { rgba } = drawing.draw(undefined, shiftOf(pass, passes))
  let to = 0
  for (let from = 0; from < rgba.length; from += 4) {
    sum[to++] += rgba[from]
    sum[to++] += rgba[from + 1]
    sum[to++] += rgba[from + 2]
  }
}

/** The file of a picture after its last pass. */
export function studioFile({ view, passes, format }: StudioRequest, sum: Uint16Array): Buffer {
  const rgb = new Uint8Array(sum.length)
  for (let i = 0; i < sum.length; i++) rgb[i] = (sum[i] + (passes >> 1)) / passes
  return encodePicture({ width: view.width, height: view.height, rgb }, format)
}

/**
 * Where a pass is moved to. No two of all samples share a row or a column: in y the passes come in
 * order, in x in steps that have no factor in common with their number.
 */
function shiftOf(pass: number, passes: number): PictureShift {
  const within = (index: number) => ((index + 0.5) / passes - 0.5) * SAMPLE_SIDE
  const radius = SUN_RADIUS_DEG * Math.sqrt((pass + 0.5) / passes)
  const angle = pass * GOLDEN_ANGLE
  return {
    pixels: [within((pass * stepOf(passes)) % passes), within(pass)],
    sunDegrees: [radius * Math.cos(angle), radius * Math.sin(angle)],
  }
}

function stepOf(passes: number): number {
  const wanted = [5, 3, 2, 1]
  return wanted.find((step) => step < passes && passes % step !== 0) ?? 1
}
