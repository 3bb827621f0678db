import type { Point3 } from '../geometry/mesh.ts'
import type { Lens } from './camera.ts'
import { byteOf, lightOf } from './color.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import { addEdgeLines } from './edge-lines.ts'
import type { DepthPlane } from './fill-triangle.ts'
import { type Occlusion, occlusion, openAt } from './occlusion.ts'
import { type NearnessPlanes, projectTriangles } from './projected-triangles.ts'
import { glaze, type Lighting, seen, shade } from './shading.ts'
import { SHADOW_MAP_PIXELS, type ShadowMap, shadowMap, sunlight } from './shadow-map.ts'

/**
 * Where a pixel is looked through: four places no two of which share a row or a column, so that
 * nearly level and nearly upright edges have four steps too.
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
  height: number
  /** Red, green, blue, alpha of each pixel, sRGB. */
  rgba: Uint8ClampedArray
  /** Of each node by its index: how many samples show it. */
  samplesOf: Uint32Array
}

export interface PictureRequest {
  lens: Lens
  lighting: Lighting
  /** Of each node by its index: 1 where it is in the picture. */
  isShown: Uint8Array
  /** Nodes that throw a shadow: ceilings do that are not shown. Absent: those shown. */
  isCasting?: Uint8Array
  /** Nodes that are marked, by index. */
  isMarked: Uint8Array
  /** A node that is ground without end: it fades into the background that far from `middle`. */
  fading?: { node: number; middle: Point3; from: number; to: number }
  /** Nothing is drawn where nothing is: neither ground nor sky. */
  isCutOut?: boolean
  /** Solids show their inside where the picture's plane cuts them: filled, by the node's index. */
  cutColors?: Uint8Array
}

/** `#rrggbb` of the picture's top and bottom, of lines, and of what is marked. */
const BACKGROUND = ['#dfe7ee', '#fbfbfa'].map(bytesOf)
const LINE = bytesOf('#23262b')
const MARK = lightOf('#ff6a13')
const MARK_LINE = bytesOf('#d94a00')
const MARK_SHARE = 0.62

function bytesOf(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
}

/** Draws what the lens sees of the triangles, with shadows, four samples a pixel. */
export function renderPicture(drawn: DrawnTriangles, request: PictureRequest): Picture {
  const { lens, lighting, isShown, isCasting = isShown } = request
  const { width, height } = lens
  const work = workspace(width, height, drawn.count)
  const { looks } = drawn
  const shadow = shadowMap(
    drawn,
    lighting.toSun as unknown as Point3,
    (node, look) => isCasting[node] === 1 && !looks[look].isGlass,
    work.shadow,
    work.shadowNearness,
  )
  for (const plane of work.solid) {
    plane.nearness.fill(0)
    plane.ids.fill(0)
  }
  projectTriangles(
    drawn,
    lens,
    work.solid,
    SAMPLES,
    {
      isDrawn: (node, look) => isShown[node] === 1 && !looks[look].isGlass,
      withBacks: request.cutColors !== undefined,
    },
    work.nearness,
  )
  // Glass is drawn over what stands behind it, where nothing stands before it.
  for (const [s, plane] of work.glass.entries()) {
    plane.nearness.set(work.solid[s].nearness)
    plane.ids.fill(0)
  }
  projectTriangles(
    drawn,
    lens,
    work.glass,
    SAMPLES,
    { isDrawn: (node, look) => isShown[node] === 1 && looks[look].isGlass },
    work.nearness,
  )
  work.lines.fill(0)
  for (const [s, plane] of work.solid.entries())
    addEdgeLines(drawn, lens, plane, SAMPLES[s], work.nearness, work.lines)
  const open = occlusion(drawn, lens, work.solid[0])
  return resolved(drawn, request, work, shadow, open)
}

/** Averages the samples of each pixel; a triangle that has several of them is shaded once. */
function resolved(
  drawn: DrawnTriangles,
  request: PictureRequest,
  { solid, glass, lines, nearness }: Workspace,
  shadow: ShadowMap,
  open: Occlusion,
): Picture {
  const { lens, isMarked, isCutOut = false } = request
  const { width, height } = lens
  const rgba = new Uint8ClampedArray(width * height * 4)
  const samplesOf = new Uint32Array(drawn.nodeIds.length)
  const shader = new Shader(drawn, request, nearness, shadow, open)
  const [solid0, solid1, solid2, solid3] = solid.map(({ ids }) => ids)
  const [glass0, glass1, glass2, glass3] = glass.map(({ ids }) => ids)
  const own = new Uint32Array(4)
  const pane = new Uint32Array(4)
  for (let y = 0; y < height; y++) {
    const share = y / height
    const back = BACKGROUND[0].map((top, k) => top + (BACKGROUND[1][k] - top) * share)
    shader.back = back
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      own[0] = solid0[at]
      own[1] = solid1[at]
      own[2] = solid2[at]
      own[3] = solid3[at]
      pane[0] = glass0[at]
      pane[1] = glass1[at]
      pane[2] = glass2[at]
      pane[3] = glass3[at]
      let r = 0
      let g = 0
      let b = 0
      let marked = 0
      let covered = 4
      const first = own[0]
      const firstPane = pane[0]
      const isWhole =
        own[1] === first &&
        own[2] === first &&
        own[3] === first &&
        pane[1] === firstPane &&
        pane[2] === firstPane &&
        pane[3] === firstPane
      if (isWhole && first === 0 && firstPane === 0) {
        if (isCutOut) continue
        r = back[0] * 4
        g = back[1] * 4
        b = back[2] * 4
      } else if (isWhole) {
        shader.colorAt(first, firstPane, x + 0.5, y + 0.5, x, y)
        r = shader.color[0] * 4
        g = shader.color[1] * 4
        b = shader.color[2] * 4
        if (first > 0) {
          const node = drawn.node[first - 1]
          samplesOf[node] += 4
          marked = isMarked[node] * 4
        }
        if (firstPane > 0) samplesOf[drawn.node[firstPane - 1]] += 4
      } else
        for (let s = 0; s < 4; s++) {
          // Done with an earlier sample of the same triangle and pane.
          let isDone = false
          for (let k = 0; k < s; k++) if (own[k] === own[s] && pane[k] === pane[s]) isDone = true
          if (isDone) continue
          let count = 0
          let sx = 0
          let sy = 0
          for (let k = s; k < 4; k++) {
            if (own[k] !== own[s] || pane[k] !== pane[s]) continue
            count++
            sx += SAMPLE_X[k]
            sy += SAMPLE_Y[k]
          }
          if (isCutOut && own[s] === 0 && pane[s] === 0) {
            covered -= count
            continue
          }
          shader.colorAt(own[s], pane[s], x + sx / count, y + sy / count, x, y)
          r += shader.color[0] * count
          g += shader.color[1] * count
          b += shader.color[2] * count
          if (own[s] > 0) {
            const node = drawn.node[own[s] - 1]
            samplesOf[node] += count
            if (isMarked[node] === 1) marked += count
          }
          if (pane[s] > 0) samplesOf[drawn.node[pane[s] - 1]] += count
        }
      const line = Math.min(1, lines[at] / 1020)
      const ink = marked > 0 ? MARK_LINE : LINE
      rgba[at * 4] = (r / covered) * (1 - line) + ink[0] * line
      rgba[at * 4 + 1] = (g / covered) * (1 - line) + ink[1] * line
      rgba[at * 4 + 2] = (b / covered) * (1 - line) + ink[2] * line
      rgba[at * 4 + 3] = (covered / 4) * 255
    }
  }
  return { width, height, rgba, samplesOf }
}

/** Tells the colour of a triangle at a place of the picture. */
class Shader {
  /** sRGB, 0 to 255. */
  readonly color = new Float64Array(3)
  back: readonly number[] = [0, 0, 0]
  readonly #drawn: DrawnTriangles
  readonly #request: PictureRequest
  readonly #nearness: NearnessPlanes
  readonly #shadow: ShadowMap
  readonly #open: Occlusion
  readonly #place = new Float64Array(3)
  readonly #way = new Float64Array(3)
  readonly #normal = new Float64Array(3)

  constructor(
    drawn: DrawnTriangles,
    request: PictureRequest,
    nearness: NearnessPlanes,
    shadow: ShadowMap,
    open: Occlusion,
  ) {
    this.#drawn = drawn
    this.#request = request
    this.#nearness = nearness
    this.#shadow = shadow
    this.#open = open
  }

  /** Fills `color`: `id` and `pane` count triangles from 1, 0 is none. */
  colorAt(id: number, pane: number, x: number, y: number, column: number, row: number): void {
    const { lens, lighting, isMarked, fading } = this.#request
    const drawn = this.#drawn
    const { color, back } = this
    // By their indexes and not taken apart: that goes through an iterator, once a pixel.
    const normal = this.#normal
    const place = this.#place
    const way = this.#way
    let fade = 0
    if (id === 0) {
      color[0] = back[0]
      color[1] = back[1]
      color[2] = back[2]
      if (pane === 0) return
      for (let k = 0; k < 3; k++) seen[k] = (back[k] / 255) ** 2.2 * 0.9
    } else {
      const t = id - 1
      const node = drawn.node[t]
      const near = this.#nearness.a[t] * x + this.#nearness.b[t] * y + this.#nearness.c[t]
      this.#look(lens, x, y, near)
      this.#turn(t)
      const nx = normal[0]
      const ny = normal[1]
      const nz = normal[2]
      const px = place[0]
      const py = place[1]
      const pz = place[2]
      const dx = way[0]
      const dy = way[1]
      const dz = way[2]
      const cut = this.#request.cutColors
      if (cut && nx * dx + ny * dy + nz * dz > 0) {
        const shown = CUT_COLORS[cut[node]]
        color.set(isMarked[node] === 1 ? MARK_LINE : shown)
        return
      }
      if (fading?.node === node) {
        const { middle, from, to } = fading
        const east = px - middle[0]
        const south = pz - middle[2]
        const away = Math.sqrt(east * east + south * south)
        fade = Math.min(1, Math.max(0, (away - from) / (to - from)))
        fade = fade * fade * (3 - 2 * fade)
        if (fade === 1 && pane === 0) {
          color[0] = back[0]
          color[1] = back[1]
          color[2] = back[2]
          return
        }
      }
      const faces = nx * lighting.toSun[0] + ny * lighting.toSun[1] + nz * lighting.toSun[2]
      const lit = faces > 0 ? sunlight(this.#shadow, px, py, pz, nx, ny, nz) : 0
      const open = openAt(this.#open, column, row, near)
      shade(drawn, lighting, t, nx, ny, nz, dx, dy, dz, lit, open)
      if (isMarked[node] === 1) mark()
    }
    if (pane > 0) {
      const t = pane - 1
      const near = this.#nearness.a[t] * x + this.#nearness.b[t] * y + this.#nearness.c[t]
      this.#look(lens, x, y, near)
      this.#turn(t)
      glaze(drawn, t, normal[0], normal[1], normal[2], way[0], way[1], way[2], 1)
      if (isMarked[drawn.node[t]] === 1) mark()
    }
    color[0] = byteOf(seen[0]) * (1 - fade) + back[0] * fade
    color[1] = byteOf(seen[1]) * (1 - fade) + back[1] * fade
    color[2] = byteOf(seen[2]) * (1 - fade) + back[2] * fade
  }

  /** The place of the world at this nearness behind the pixel, and the way there. */
  #look(lens: Lens, x: number, y: number, near: number): void {
    const { eye, right, up, forward, isPerspective, scale, far, width, height } = lens
    const across = (x - width / 2) / scale
    const rise = (height / 2 - y) / scale
    const place = this.#place
    const way = this.#way
    if (isPerspective) {
      const ahead = 1 / near
      let square = 0
      for (let k = 0; k < 3; k++) {
        way[k] = forward[k] + right[k] * across + up[k] * rise
        place[k] = eye[k] + way[k] * ahead
        square += way[k] * way[k]
      }
      const size = Math.sqrt(square)
      for (let k = 0; k < 3; k++) way[k] /= size
    } else {
      const ahead = far * (1 - near)
      for (let k = 0; k < 3; k++) {
        way[k] = forward[k]
        place[k] = eye[k] + right[k] * across + up[k] * rise + forward[k] * ahead
      }
    }
  }

  /** The normal of triangle `t` at the place: of curved surfaces between those of its corners. */
  #turn(t: number): void {
    const { normals, isSmooth, corners, cornerNormals } = this.#drawn
    const normal = this.#normal
    normal[0] = normals[t * 3]
    normal[1] = normals[t * 3 + 1]
    normal[2] = normals[t * 3 + 2]
    if (isSmooth[t] === 0) return
    // Areas are told in the plane of the two axes along which the triangle is largest.
    const [ax, ay, az] = normal.map(Math.abs)
    const u = ax >= ay && ax >= az ? 1 : 0
    const v = az > ax && az > ay ? 1 : 2
    const at = t * 9
    const [pu, pv] = [this.#place[u], this.#place[v]]
    const e1u = corners[at + 3 + u] - corners[at + u]
    const e1v = corners[at + 3 + v] - corners[at + v]
    const e2u = corners[at + 6 + u] - corners[at + u]
    const e2v = corners[at + 6 + v] - corners[at + v]
    const twice = e1u * e2v - e1v * e2u
    if (twice === 0) return
    const [qu, qv] = [pu - corners[at + u], pv - corners[at + v]]
    const second = Math.min(1, Math.max(0, (qu * e2v - qv * e2u) / twice))
    const third = Math.min(1 - second, Math.max(0, (e1u * qv - e1v * qu) / twice))
    let square = 0
    for (let k = 0; k < 3; k++) {
      normal[k] =
        cornerNormals[at + k] * (1 - second - third) +
        cornerNormals[at + 3 + k] * second +
        cornerNormals[at + 6 + k] * third
      square += normal[k] * normal[k]
    }
    const size = Math.sqrt(square)
    if (size > 0) for (let k = 0; k < 3; k++) normal[k] /= size
  }
}

/** What fills a cut solid: 0 what holds the house up, 1 what stands in it, 2 the earth. */
const CUT_COLORS = ['#3a3e44', '#8d8478', '#b9ae9c'].map(bytesOf)

function mark(): void {
  for (let k = 0; k < 3; k++) seen[k] = seen[k] * (1 - MARK_SHARE) + MARK[k] * MARK_SHARE
}

interface Workspace {
  solid: DepthPlane[]
  glass: DepthPlane[]
  lines: Uint16Array
  nearness: NearnessPlanes
  shadow: DepthPlane
  shadowNearness: NearnessPlanes
}

let kept: (Workspace & { width: number; height: number; count: number }) | undefined

/** The memory of a picture, kept for the next one of the same size: one picture is made at a time. */
function workspace(width: number, height: number, count: number): Workspace {
  if (kept?.width === width && kept.height === height && kept.count >= count) return kept
  const plane = (w: number, h: number): DepthPlane => ({
    width: w,
    height: h,
    nearness: new Float32Array(w * h),
    ids: new Uint32Array(w * h),
  })
  const planes = (): NearnessPlanes => ({
    a: new Float64Array(count),
    b: new Float64Array(count),
    c: new Float64Array(count),
  })
  kept = {
    width,
    height,
    count,
    solid: SAMPLES.map(() => plane(width, height)),
    glass: SAMPLES.map(() => plane(width, height)),
    lines: new Uint16Array(width * height),
    nearness: planes(),
    shadow: kept?.shadow ?? plane(SHADOW_MAP_PIXELS, SHADOW_MAP_PIXELS),
    shadowNearness: planes(),
  }
  return kept
}
