import { lightOf } from '../../scene/light.ts'
import type { Lens } from './camera.ts'
import { byteOf, bytesOf } from './color.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import { type Occlusion, setOpenness } from './occlusion.ts'
import type { PictureRequest } from './picture-request.ts'
import type { NearnessPlanes } from './projected-triangles.ts'
import { glaze, LIT, NEAR, ownColor, type ShadedPoint, seen, shade } from './shading.ts'
import { type ShadowMap, sunlight } from './shadow-map.ts'
import { print, readTexture, type TextureMap, texel, textureMap } from './texture-map.ts'

/** Marked nodes: their faces are tinted, their lines have a colour of their own. */
const MARK = lightOf('#ff6a13')
export const MARK_LINE = bytesOf('#d94a00')
const MARK_SHARE = 0.62
/** Least cosine of the angle at which a face is seen: prints are at most 20 times as long. */
const FLATTEST = 0.05
/** Fills of a cut solid: 0 structure, 1 contents of the house, 2 the earth. */
const CUT_COLORS = ['#3a3e44', '#8d8478', '#b9ae9c'].map(bytesOf)

/** Computes the colour of a triangle at a place of the picture. */
export class PixelShader {
  /** sRGB, 0 to 255. */
  readonly color = new Float64Array(3)
  /** Colour of the background, which the caller sets for each row. */
  readonly back = new Float64Array(3)
  /** The place of the picture in pixels, which the caller sets. */
  readonly at = new Float64Array(2)
  private readonly drawn: DrawnTriangles
  private readonly request: PictureRequest
  private readonly nearness: NearnessPlanes
  private readonly shadow: ShadowMap | undefined
  private readonly open: Occlusion
  /** The map of each look that is in the picture. */
  private readonly maps: TextureMap[] = []
  private readonly point: ShadedPoint = {
    place: new Float64Array(3),
    normal: new Float64Array(3),
    way: new Float64Array(3),
    light: new Float64Array(3),
  }

  constructor(
    drawn: DrawnTriangles,
    request: PictureRequest,
    nearness: NearnessPlanes,
    shadow: ShadowMap | undefined,
    open: Occlusion,
  ) {
    this.drawn = drawn
    this.request = request
    this.nearness = nearness
    this.shadow = shadow
    this.open = open
  }

  /** Fills `color` at `at`: `id` and `pane` count triangles from 1; 0 means no triangle. */
  colorAt(id: number, pane: number, column: number, row: number): void {
    const { lens, lighting, isMarked, fading, tops } = this.request
    const drawn = this.drawn
    const { color, back } = this
    // Read by index: destructuring an array takes an iterator, once a pixel.
    const point = this.point
    const { normal, place, way, light } = point
    const x = this.at[0]
    const y = this.at[1]
    let fade = 0
    if (id === 0) {
      color[0] = back[0]
      color[1] = back[1]
      color[2] = back[2]
      if (pane === 0) return
      for (let k = 0; k < 3; k++) seen[k] = lightBehind(back[k])
    } else {
      const t = id - 1
      const node = drawn.node[t]
      const near = this.nearness.a[t] * x + this.nearness.b[t] * y + this.nearness.c[t]
      this.look(lens, x, y, near)
      this.turn(t)
      const nx = normal[0]
      const ny = normal[1]
      const nz = normal[2]
      const px = place[0]
      const py = place[1]
      const pz = place[2]
      const dx = way[0]
      const dy = way[1]
      const dz = way[2]
      const cut = this.request.cutColors
      if (cut && nx * dx + ny * dy + nz * dz > 0) {
        const shown = CUT_COLORS[cut[node]]
        color.set(isMarked[node] === 1 ? MARK_LINE : shown)
        return
      }
      if (tops && tops.isTop[node] === 1 && ny > 0.99 && py > tops.from) {
        if (pane === 0) {
          color.set(isMarked[node] === 1 ? MARK_LINE : CUT_COLORS[0])
          return
        }
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
      const shadow = this.shadow
      light[NEAR] = near
      light[LIT] = faces <= 0 ? 0 : shadow ? sunlight(shadow, point) : 1
      setOpenness(this.open, column, row, point)
      this.paint(t, near)
      shade(drawn, lighting, t, point)
      if (isMarked[node] === 1) mark()
    }
    if (pane > 0) {
      if (fade > 0) {
        for (let k = 0; k < 3; k++) seen[k] += (lightBehind(back[k]) - seen[k]) * fade
        fade = 0
      }
      const t = pane - 1
      const near = this.nearness.a[t] * x + this.nearness.b[t] * y + this.nearness.c[t]
      this.look(lens, x, y, near)
      this.turn(t)
      glaze(drawn, t, point)
      if (isMarked[drawn.node[t]] === 1) mark()
    }
    color[0] = byteOf(seen[0]) * (1 - fade) + back[0] * fade
    color[1] = byteOf(seen[1]) * (1 - fade) + back[1] * fade
    color[2] = byteOf(seen[2]) * (1 - fade) + back[2] * fade
  }

  /** Sets `ownColor` to that of triangle `t` at the place, averaged over the pixel. */
  private paint(t: number, near: number): void {
    const { looks, look, frame, frames } = this.drawn
    const own = looks[look[t]]
    ownColor[0] = own.r
    ownColor[1] = own.g
    ownColor[2] = own.b
    const { texture } = own
    if (texture === undefined) return
    this.maps[look[t]] ??= textureMap(texture)
    const map = this.maps[look[t]]
    const { place, normal, way } = this.point
    const { isPerspective, scale } = this.request.lens
    const at = frame[t] * 8
    const facing = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2]
    // The longer side of a pixel's print on a face goes the way of the view along it.
    const along = Math.sqrt(Math.max(1e-12, 1 - facing * facing))
    const ax = (way[0] - normal[0] * facing) / along
    const ay = (way[1] - normal[1] * facing) / along
    const az = (way[2] - normal[2] * facing) / along
    print.u =
      frames[at] * place[0] + frames[at + 1] * place[1] + frames[at + 2] * place[2] + frames[at + 6]
    print.v =
      frames[at + 3] * place[0] +
      frames[at + 4] * place[1] +
      frames[at + 5] * place[2] +
      frames[at + 7]
    print.du = frames[at] * ax + frames[at + 1] * ay + frames[at + 2] * az
    print.dv = frames[at + 3] * ax + frames[at + 4] * ay + frames[at + 5] * az
    print.short = isPerspective ? 1 / (near * scale) : 1 / scale
    print.long = print.short / Math.max(FLATTEST, Math.abs(facing))
    readTexture(map)
    const joint = texel[3]
    for (let k = 0; k < 3; k++)
      ownColor[k] = ownColor[k] * texel[k] * (1 - joint) + map.joint[k] * joint
  }

  /** The place of the world at this nearness behind the pixel, and the way there. */
  private look(lens: Lens, x: number, y: number, near: number): void {
    const { eye, right, up, forward, isPerspective, scale, far, width, height } = lens
    const across = (x - width / 2) / scale
    const rise = (height / 2 - y) / scale
    const { place, way } = this.point
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
  private turn(t: number): void {
    const { normals, isSmooth, corners, cornerNormals } = this.drawn
    const { normal, place } = this.point
    normal[0] = normals[t * 3]
    normal[1] = normals[t * 3 + 1]
    normal[2] = normals[t * 3 + 2]
    if (isSmooth[t] === 0) return
    // Areas are computed in the plane of the two axes along which the triangle is largest.
    const ax = Math.abs(normal[0])
    const ay = Math.abs(normal[1])
    const az = Math.abs(normal[2])
    const u = ax >= ay && ax >= az ? 1 : 0
    const v = az > ax && az > ay ? 1 : 2
    const at = t * 9
    const e1u = corners[at + 3 + u] - corners[at + u]
    const e1v = corners[at + 3 + v] - corners[at + v]
    const e2u = corners[at + 6 + u] - corners[at + u]
    const e2v = corners[at + 6 + v] - corners[at + v]
    const twice = e1u * e2v - e1v * e2u
    if (twice === 0) return
    const qu = place[u] - corners[at + u]
    const qv = place[v] - corners[at + v]
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

/** About the light of a byte of the background, as it is seen through glass. */
const lightBehind = (byte: number): number => (byte / 255) ** 2.2 * 0.9

function mark(): void {
  for (let k = 0; k < 3; k++) seen[k] = seen[k] * (1 - MARK_SHARE) + MARK[k] * MARK_SHARE
}
