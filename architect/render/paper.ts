import type { Point } from '../geometry/point.ts'
import type { Box, Polygon } from '../geometry/polygon.ts'
import type { Region } from '../geometry/regions.ts'
import {
  type Align,
  type Layer,
  type Mark,
  type Place,
  type Sheet,
  type SheetBox,
  type Stroke,
  type TextMark,
  textBox,
  type Weight,
} from './drawing/sheet.ts'
import { widthOfText } from './fonts.ts'
import { drawableText } from './letters.ts'

/** Colours of drawings, which must be distinct in print too. */
export const INK = {
  paper: '#fdfcfa',
  wall: '#33373d',
  line: '#4b5058',
  faint: '#a7abb0',
  text: '#24272b',
  quiet: '#5f646b',
  mark: '#ff6a13',
}

/** Widths of lines in millimetres of paper: cut edges, edges seen, and lines of measure. */
export const PEN = { cut: 0.4, seen: 0.25, thin: 0.18, hair: 0.13 }

/** Where on a sheet a plan or an elevation is drawn, and how large. */
export interface Placing {
  /** Size of the sheet in millimetres. */
  width: number
  height: number
  /** The area of the sheet in whose middle the drawing is. */
  area: SheetBox
  /** Millimetres of paper for one metre of the building. */
  scale: number
}

/** A sheet on which plan points are drawn at one scale, north at the top. */
export class Paper {
  readonly width: number
  readonly height: number
  /** Millimetres of paper for one metre. */
  readonly scale: number
  /** The plan point in the middle of the drawing's area. */
  readonly middle: Point
  /** The layer of the next marks. */
  layer: Layer = 'floor'
  private readonly marks: Mark[] = []
  private readonly x: number
  private readonly y: number

  constructor({ width, height, area, scale }: Placing, box: Box) {
    this.width = width
    this.height = height
    this.scale = scale
    this.middle = [(box.minX + box.maxX) / 2, (box.minZ + box.maxZ) / 2]
    this.x = area.x + area.width / 2
    this.y = area.y + area.height / 2
  }

  /** The plan point at the middle of the sheet. */
  get centre(): Point {
    return this.place(this.width / 2, this.height / 2)
  }

  at([x, z]: Point): Place {
    return [this.x + (x - this.middle[0]) * this.scale, this.y + (z - this.middle[1]) * this.scale]
  }

  place(x: number, y: number): Point {
    return [this.middle[0] + (x - this.x) / this.scale, this.middle[1] + (y - this.y) / this.scale]
  }

  fill(polygons: readonly Polygon[], color: string): void {
    this.path(this.placed(polygons), true, { fill: color })
  }

  fillRegions(regions: readonly Region[], color: string, stroke?: Stroke): void {
    const rings = regions.flatMap(({ outer, holes }) => [outer, ...holes])
    this.path(this.placed(rings), true, { fill: color, rule: 'evenodd', stroke })
  }

  outline(polygons: readonly Polygon[], color: string, width: number, dash?: number[]): void {
    this.path(this.placed(polygons), true, { stroke: { color, width, dash } })
  }

  line(points: readonly Point[], color: string, width: number, dash?: number[]): void {
    this.path(this.placed([points]), false, { stroke: { color, width, dash } })
  }

  /** Lines or rings in places of the sheet. */
  path(
    lines: readonly (readonly Place[])[],
    isClosed: boolean,
    style: { fill?: string; rule?: 'evenodd'; stroke?: Stroke },
  ): void {
    if (lines.length > 0)
      this.marks.push({ kind: 'path', layer: this.layer, lines, isClosed, ...style })
  }

  box({ x, y, width, height }: SheetBox, style: { fill?: string; stroke?: Stroke }): void {
    const ring: Place[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]
    this.path([ring], true, style)
  }

  /** Writes text on one line, of letters that the fonts have, and returns its area. */
  text(
    text: string,
    x: number,
    y: number,
    size: number,
    {
      weight = 400,
      color = INK.text,
      align = 'center',
      isTurned = false,
    }: {
      weight?: Weight
      color?: string
      align?: Align
      /** Reads from the right side of the sheet. */
      isTurned?: boolean
    } = {},
  ): SheetBox {
    const shown = drawableText(text)
    const mark: TextMark = {
      kind: 'text',
      layer: this.layer,
      text: shown,
      at: [x, y],
      size,
      width: widthOfText(shown, weight) * size,
      weight,
      color,
      align,
      isTurned,
    }
    if (shown !== '') this.marks.push(mark)
    return textBox(mark)
  }

  /** Lays a picture of pixels over a box of the sheet. */
  lay(rgba: Uint8ClampedArray, pixels: { width: number; height: number }, box: SheetBox): void {
    this.marks.push({ kind: 'picture', layer: this.layer, box, pixels, rgba })
  }

  /** Width of a text in millimetres. */
  widthOf(text: string, size: number, weight: Weight = 400): number {
    return widthOfText(drawableText(text), weight) * size
  }

  sheet(title: string): Sheet {
    const { width, height, marks } = this
    return { title: drawableText(title), width, height, color: INK.paper, marks }
  }

  private placed(lines: readonly (readonly Point[])[]): Place[][] {
    return lines.map((line) => line.map((point) => this.at(point)))
  }
}
