import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { encodePngSync } from '../../images/png.ts'
import type { Point } from '../geometry/point.ts'
import type { Box, Polygon } from '../geometry/polygon.ts'
import type { Region } from '../geometry/regions.ts'
import { inter } from './fonts.ts'
import { PNG_LEVEL } from './view-request.ts'

/** Colours of drawings, which must be distinct in print too. */
export const INK = {
  paper: '#fdfcfa',
  wall: '#33373d',
  line: '#4b5058',
  faint: '#a7abb0',
  text: '#24272b',
  quiet: '#6d7278',
  mark: '#ff6a13',
}

/** Pixels left free on each side of the drawing. */
export interface Margins {
  top: number
  right: number
  bottom: number
  left: number
}

/** Margins of a drawing without labels. */
export const BARE_MARGINS: Margins = { top: 16, right: 16, bottom: 16, left: 16 }

/** Area of a text, in pixels, where no other text may be. */
export interface TextBox {
  x: number
  y: number
  width: number
  height: number
}

type Align = 'left' | 'center' | 'right'
/** The share of a text that stands to the left of the point at which it is aligned. */
const BEFORE_ANCHOR: Record<Align, number> = { left: 0, center: 0.5, right: 1 }

/** A sheet on which plan points are drawn at one scale, north at the top. */
export class Paper {
  readonly canvas: Canvas
  readonly context: SKRSContext2D
  /** Pixels of one metre. */
  readonly scale: number
  readonly middle: Point
  readonly width: number
  readonly height: number
  private readonly x: number
  private readonly y: number

  constructor(width: number, height: number, box: Box, margins: Margins) {
    this.width = width
    this.height = height
    this.canvas = createCanvas(width, height)
    this.context = this.canvas.getContext('2d')
    const free = [width - margins.left - margins.right, height - margins.top - margins.bottom]
    const size = [Math.max(0.5, box.maxX - box.minX), Math.max(0.5, box.maxZ - box.minZ)]
    this.scale = Math.min(free[0] / size[0], free[1] / size[1])
    this.middle = [(box.minX + box.maxX) / 2, (box.minZ + box.maxZ) / 2]
    this.x = margins.left + free[0] / 2
    this.y = margins.top + free[1] / 2
    this.context.fillStyle = INK.paper
    this.context.fillRect(0, 0, width, height)
    this.context.lineJoin = 'round'
    this.context.lineCap = 'butt'
  }

  /** The plan point at the middle of the sheet. */
  get centre(): Point {
    return this.place(this.width / 2, this.height / 2)
  }

  at([x, z]: Point): [x: number, y: number] {
    return [this.x + (x - this.middle[0]) * this.scale, this.y + (z - this.middle[1]) * this.scale]
  }

  place(x: number, y: number): Point {
    return [this.middle[0] + (x - this.x) / this.scale, this.middle[1] + (y - this.y) / this.scale]
  }

  fill(polygons: readonly Polygon[], color: string): void {
    this.trace(polygons, true)
    this.context.fillStyle = color
    this.context.fill('nonzero')
  }

  fillRegions(regions: readonly Region[], color: string): void {
    this.trace(
      regions.flatMap(({ outer, holes }) => [outer, ...holes]),
      true,
    )
    this.context.fillStyle = color
    this.context.fill('evenodd')
  }

  outline(polygons: readonly Polygon[], color: string, width: number, dash: number[] = []): void {
    this.trace(polygons, true)
    this.stroke(color, width, dash)
  }

  line(points: readonly Point[], color: string, width: number, dash: number[] = []): void {
    this.trace([points], false)
    this.stroke(color, width, dash)
  }

  /** Draws text with a halo, so that it is legible over lines. Returns its area. */
  text(
    text: string,
    x: number,
    y: number,
    size: number,
    {
      weight = 400,
      color = INK.text,
      align = 'center',
      turned = false,
      halo = true,
    }: {
      weight?: 400 | 600
      color?: string
      align?: Align
      /** Reads from the right side of the sheet. */
      turned?: boolean
      halo?: boolean
    } = {},
  ): TextBox {
    const { context } = this
    context.save()
    context.translate(x, y)
    if (turned) context.rotate(-Math.PI / 2)
    context.font = inter(size, weight)
    context.textAlign = align
    context.textBaseline = 'middle'
    if (halo) {
      context.lineWidth = 3
      context.strokeStyle = 'rgba(253, 252, 250, 0.85)'
      context.strokeText(text, 0, 0)
    }
    context.fillStyle = color
    context.fillText(text, 0, 0)
    const long = context.measureText(text).width
    context.restore()
    const [width, height] = turned ? [size, long] : [long, size]
    const shift = BEFORE_ANCHOR[align]
    return turned
      ? { x: x - size / 2, y: y - long * (1 - shift), width, height }
      : { x: x - long * shift, y: y - size / 2, width, height }
  }

  /** Draws a picture of the sheet's size over the sheet. */
  lay(rgba: Uint8ClampedArray): void {
    const layer = createCanvas(this.width, this.height)
    const context = layer.getContext('2d')
    const image = context.createImageData(this.width, this.height)
    image.data.set(rgba)
    context.putImageData(image, 0, 0)
    this.context.drawImage(layer, 0, 0)
  }

  /** Width of a text, in pixels. */
  widthOf(text: string, size: number, weight: 400 | 600 = 400): number {
    this.context.font = inter(size, weight)
    return this.context.measureText(text).width
  }

  png(): Buffer {
    const { width, height } = this
    const { data } = this.context.getImageData(0, 0, width, height)
    return encodePngSync({ width, channels: 4, data }, PNG_LEVEL)
  }

  private trace(lines: readonly (readonly Point[])[], isClosed: boolean): void {
    const { context } = this
    context.beginPath()
    for (const line of lines) {
      for (const [index, point] of line.entries()) {
        const [x, y] = this.at(point)
        if (index === 0) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
      if (isClosed) context.closePath()
    }
  }

  private stroke(color: string, width: number, dash: number[]): void {
    const { context } = this
    context.strokeStyle = color
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke()
    context.setLineDash([])
  }
}
