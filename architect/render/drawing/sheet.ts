/** A place on a sheet: millimetres of paper to the right and down from its upper left corner. */
export type Place = readonly [x: number, y: number]

/** An upright rectangle of a sheet, in millimetres of paper. */
export interface SheetBox {
  x: number
  y: number
  width: number
  height: number
}

/** Parts of a drawing, from the lowest to the uppermost; SVG has a group for each. */
export const LAYERS = [
  'picture',
  'floor',
  'stairs',
  'furniture',
  'walls',
  'openings',
  'overhead',
  'ground',
  'marks',
  'rooms',
  'numbers',
  'dimensions',
  'heights',
  'title',
  'schedule',
] as const
export type Layer = (typeof LAYERS)[number]

/** A line: its colour, its width and its dashes in millimetres. */
export interface Stroke {
  color: string
  width: number
  dash?: readonly number[]
}

/** Lines or rings, filled, stroked or both. Colours are `#rrggbb` or `#rrggbbaa`. */
export interface PathMark {
  kind: 'path'
  layer: Layer
  lines: readonly (readonly Place[])[]
  isClosed: boolean
  fill?: string
  /** `evenodd` where rings within rings are holes. */
  rule?: 'nonzero' | 'evenodd'
  stroke?: Stroke
}

export type Align = 'left' | 'center' | 'right'
export type Weight = 400 | 600

/** One line of text, whose middle height is at `at`. */
export interface TextMark {
  kind: 'text'
  layer: Layer
  text: string
  at: Place
  /** Size of the letters in millimetres: capitals are 0.73 of it. */
  size: number
  /** Width of the text in millimetres. */
  width: number
  weight: Weight
  color: string
  align: Align
  /** Reads from the right side of the sheet. */
  isTurned: boolean
}

/** A picture of pixels in a box of the sheet: things that are seen and not constructed. */
export interface PictureMark {
  kind: 'picture'
  layer: Layer
  box: SheetBox
  /** Pixels of the picture. */
  pixels: { width: number; height: number }
  rgba: Uint8ClampedArray
}

export type Mark = PathMark | TextMark | PictureMark

/** A drawing on paper. The writers turn it into PNG, SVG and PDF. */
export interface Sheet {
  title: string
  /** Size in millimetres. */
  width: number
  height: number
  /** Colour of the paper. */
  color: string
  marks: readonly Mark[]
}

/** The share of a text that stands to the left of the point at which it is aligned. */
export const BEFORE_ANCHOR: Record<Align, number> = { left: 0, center: 0.5, right: 1 }
/** From the middle height of a text down to its base line, as a share of its size. */
export const BASE_SHARE = 0.36

/** The area of a text on its sheet. */
export function textBox({ at: [x, y], size, width, align, isTurned }: TextMark): SheetBox {
  const before = width * BEFORE_ANCHOR[align]
  return isTurned
    ? { x: x - size / 2, y: y - (width - before), width: size, height: width }
    : { x: x - before, y: y - size / 2, width, height: size }
}

/** Whether two boxes share area, the first one grown by `gap` millimetres. */
export function boxesMeet(a: SheetBox, b: SheetBox, gap = 0): boolean {
  return (
    a.x - gap < b.x + b.width &&
    b.x < a.x + a.width + gap &&
    a.y - gap < b.y + b.height &&
    b.y < a.y + a.height + gap
  )
}
