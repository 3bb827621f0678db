import { bytesOf } from './color.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import { addEdgeLines } from './edge-lines.ts'
import type { DepthPlane, Rows } from './fill-triangle.ts'
import { OCCLUSION_ROWS, type Occlusion, occlusion } from './occlusion.ts'
import type { PictureRequest } from './picture-request.ts'
import { MARK_LINE, PixelShader } from './pixel-shader.ts'
import { type NearnessPlanes, projectTriangles } from './projected-triangles.ts'
import { type ShadowMap, shadowMap, shadowMapPixels } from './shadow-map.ts'

/**
 * The four samples of a pixel. No two share a row or a column, so that nearly level and nearly
 * upright edges have four steps too.
 */
const SAMPLES = [
  [0.375, 0.125],
  [0.875, 0.375],
  [0.125, 0.625],
  [0.625, 0.875],
] as const

const SAMPLE_X = Float64Array.from(SAMPLES, ([x]) => x)
const SAMPLE_Y = Float64Array.from(SAMPLES, ([, y]) => y)

export interface Picture {
  width: number
  /** Number of the requested rows. */
  height: number
  /** Red, green, blue, alpha of each pixel, sRGB. */
  rgba: Uint8ClampedArray
  /** Number of samples that show each node, by index. */
  samplesOf: Uint32Array
}

/** `#rrggbb` of the picture's top and bottom, of lines, and of what is marked. */
const BACKGROUND = ['#dfe7ee', '#fbfbfa'].map(bytesOf)
const LINE = bytesOf('#23262b')
/** Sum of four samples with an outline. */
const LINES_FULL = 1020

/** Draws what the lens sees of the triangles, with shadows, four samples a pixel. */
export function renderPicture(drawn: DrawnTriangles, request: PictureRequest): Picture {
  const { lens, lighting, isShown, isCasting = isShown } = request
  const { width, height } = lens
  const { rows = { start: 0, end: height } } = request
  const work = workspace(width, height, drawn.count)
  const drawnRows = {
    start: Math.max(0, rows.start - OCCLUSION_ROWS),
    end: Math.min(height, rows.end + OCCLUSION_ROWS),
  }
  for (const plane of [...work.solid, ...work.glass]) plane.rows = drawnRows
  const [from, to] = [drawnRows.start * width, drawnRows.end * width]
  const { looks } = drawn
  const shadow = isCasting.includes(1)
    ? shadowMap(
        drawn,
        lighting.toSun,
        (node, look) => isCasting[node] === 1 && !looks[look].isGlass,
        work.shadow,
      )
    : undefined
  for (const plane of work.solid) {
    plane.nearness.fill(0, from, to)
    plane.ids.fill(0, from, to)
  }
  const isDrawn = (node: number, look: number): boolean =>
    isShown[node] === 1 && !looks[look].isGlass
  // Where two solids touch, the back of the one that is cut hides the front of the other: it is
  // first.
  if (request.cutColors)
    projectTriangles(drawn, lens, work.solid, SAMPLES, { isDrawn, isBacks: true }, work.nearness)
  projectTriangles(drawn, lens, work.solid, SAMPLES, { isDrawn }, work.nearness)
  work.lines.fill(0)
  for (const [s, plane] of work.solid.entries())
    addEdgeLines(
      drawn,
      lens,
      plane,
      SAMPLES[s],
      work.nearness,
      work.lines,
      request.fading?.node,
      rows,
    )
  const open = occlusion(drawn, lens, work.solid[0], rows)
  // Glass is drawn over what stands behind it, where nothing stands before it; over the same
  // nearness, which is not read afterwards.
  for (const plane of work.glass) plane.ids.fill(0, from, to)
  projectTriangles(
    drawn,
    lens,
    work.glass,
    SAMPLES,
    { isDrawn: (node, look) => isShown[node] === 1 && looks[look].isGlass },
    work.nearness,
  )
  return resolved(drawn, request, work, shadow, open, rows)
}

/** Averages the samples of each pixel; a triangle that has several of them is shaded once. */
function resolved(
  drawn: DrawnTriangles,
  request: PictureRequest,
  { solid, glass, lines, nearness }: Workspace,
  shadow: ShadowMap | undefined,
  open: Occlusion,
  rows: Rows,
): Picture {
  const { lens, isMarked, isCutOut = false } = request
  const { width, height } = lens
  const rgba = new Uint8ClampedArray(width * (rows.end - rows.start) * 4)
  const samplesOf = new Uint32Array(drawn.nodeIds.length)
  const shader = new PixelShader(drawn, request, nearness, shadow, open)
  const { color, back } = shader
  const [solid0, solid1, solid2, solid3] = solid.map(({ ids }) => ids)
  const [glass0, glass1, glass2, glass3] = glass.map(({ ids }) => ids)
  const own = new Uint32Array(4)
  const pane = new Uint32Array(4)
  const count = (id: number, samples: number): void => {
    if (id > 0) samplesOf[drawn.node[id - 1]] += samples
  }
  for (let y = rows.start; y < rows.end; y++) {
    for (let k = 0; k < 3; k++)
      back[k] = BACKGROUND[0][k] + (BACKGROUND[1][k] - BACKGROUND[0][k]) * (y / height)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const first = solid0[at]
      const firstPane = glass0[at]
      let r = 0
      let g = 0
      let b = 0
      let covered = 4
      let isInk = false
      const isWhole =
        first === solid1[at] &&
        first === solid2[at] &&
        first === solid3[at] &&
        firstPane === glass1[at] &&
        firstPane === glass2[at] &&
        firstPane === glass3[at]
      if (isWhole) {
        if (isCutOut && first === 0 && firstPane === 0) continue
        if (first === 0 && firstPane === 0) color.set(back)
        else {
          shader.at[0] = x + 0.5
          shader.at[1] = y + 0.5
          shader.colorAt(first, firstPane, x, y)
        }
        r = color[0] * 4
        g = color[1] * 4
        b = color[2] * 4
        count(first, 4)
        count(firstPane, 4)
        isInk = first > 0 && isMarked[drawn.node[first - 1]] === 1
      } else {
        own[0] = first
        own[1] = solid1[at]
        own[2] = solid2[at]
        own[3] = solid3[at]
        pane[0] = firstPane
        pane[1] = glass1[at]
        pane[2] = glass2[at]
        pane[3] = glass3[at]
        for (let s = 0; s < 4; s++) {
          let samples = 0
          let sx = 0
          let sy = 0
          for (let k = 0; k < 4; k++) {
            if (own[k] !== own[s] || pane[k] !== pane[s]) continue
            // Shaded with an earlier sample of the same triangle and pane.
            if (k < s) break
            samples++
            sx += SAMPLE_X[k]
            sy += SAMPLE_Y[k]
          }
          if (samples === 0) continue
          if (isCutOut && own[s] === 0 && pane[s] === 0) {
            covered -= samples
            continue
          }
          shader.at[0] = x + sx / samples
          shader.at[1] = y + sy / samples
          shader.colorAt(own[s], pane[s], x, y)
          r += color[0] * samples
          g += color[1] * samples
          b += color[2] * samples
          count(own[s], samples)
          count(pane[s], samples)
          if (own[s] > 0 && isMarked[drawn.node[own[s] - 1]] === 1) isInk = true
        }
      }
      const to = (at - rows.start * width) * 4
      if (isWhole && lines[at] === 0) {
        rgba[to] = color[0]
        rgba[to + 1] = color[1]
        rgba[to + 2] = color[2]
        rgba[to + 3] = 255
        continue
      }
      const line = Math.min(1, lines[at] / LINES_FULL)
      const ink = isInk ? MARK_LINE : LINE
      const share = (1 - line) / covered
      rgba[to] = r * share + ink[0] * line
      rgba[to + 1] = g * share + ink[1] * line
      rgba[to + 2] = b * share + ink[2] * line
      rgba[to + 3] = (covered / 4) * 255
    }
  }
  return { width, height: rows.end - rows.start, rgba, samplesOf }
}

/** A picture of its upper and its lower rows. */
export function joinedPicture(upper: Picture, lower: Picture): Picture {
  const rgba = new Uint8ClampedArray(upper.rgba.length + lower.rgba.length)
  rgba.set(upper.rgba)
  rgba.set(lower.rgba, upper.rgba.length)
  return {
    width: upper.width,
    height: upper.height + lower.height,
    rgba,
    samplesOf: upper.samplesOf.map((samples, node) => samples + lower.samplesOf[node]),
  }
}

interface Workspace {
  solid: DepthPlane[]
  glass: DepthPlane[]
  lines: Uint16Array
  nearness: NearnessPlanes
  shadow: DepthPlane
}

let workspaceCache: (Workspace & { width: number; height: number; count: number }) | undefined

/** The memory of a picture, reused for the next one of the same size: one is drawn at a time. */
function workspace(width: number, height: number, count: number): Workspace {
  if (
    workspaceCache?.width === width &&
    workspaceCache.height === height &&
    workspaceCache.count >= count
  )
    return workspaceCache
  const plane = (w: number, h: number): DepthPlane => ({
    width: w,
    height: h,
    nearness: new Float32Array(w * h),
    ids: new Uint32Array(w * h),
  })
  const solid = SAMPLES.map(() => plane(width, height))
  const side = shadowMapPixels(width)
  workspaceCache = {
    width,
    height,
    count,
    solid,
    glass: solid.map((each) => ({ ...each, ids: new Uint32Array(width * height) })),
    lines: new Uint16Array(width * height),
    nearness: {
      a: new Float64Array(count),
      b: new Float64Array(count),
      c: new Float64Array(count),
    },
    shadow: workspaceCache?.shadow.width === side ? workspaceCache.shadow : plane(side, side),
  }
  return workspaceCache
}
