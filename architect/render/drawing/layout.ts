import type { Box } from '../../geometry/polygon.ts'
import type { Placing } from '../paper.ts'
import { ViewError } from '../view-error.ts'
import type { FullViewRequest } from '../view-request.ts'
import { PAPER_NAMES, PAPERS, type PaperName } from './papers.ts'
import type { SheetBox } from './sheet.ts'

/** Scales that drawings have: 1 to this. */
export const SCALES = [50, 100, 200, 500, 1000] as const
/** Papers and scales in the order in which they are tried where neither is requested. */
const PREFERRED: readonly (readonly [number, readonly PaperName[]])[] = [
  [50, ['A4', 'A3']],
  [100, ['A4', 'A3', 'A2']],
  [200, ['A3', 'A2', 'A1', 'A0']],
  [500, ['A3', 'A2', 'A1', 'A0']],
  [1000, ['A1', 'A0']],
]

/** Millimetres around a drawing for its chains of dimensions and heights. */
export interface Margins {
  top: number
  right: number
  bottom: number
  left: number
}

/** A sheet with a place for each of its parts. */
export interface Layout extends Placing {
  /** The true scale, 1 to this; null in a picture, which is as large as it fits. */
  ratio: number | null
  paper: PaperName | null
  /** The frame of a sheet, with the title block in its lower edge. */
  frame: SheetBox | null
  block: SheetBox | null
  /** Columns for the schedule at the right side. */
  panel: SheetBox | null
}

/** A picture's pixel on paper, in millimetres: 96 to an inch. */
export const PIXEL_MM = 25.4 / 96
/** The frame's distance from the edge of the paper. */
const EDGE_MM = 8
/** Height of the title block. */
const BLOCK_MM = 26
const GAP_MM = 4

/** True for a view that is a sheet in a true scale, and not a picture of pixels. */
export const isSheet = ({ paper, scale, format }: FullViewRequest): boolean =>
  paper !== undefined || scale !== undefined || format !== 'png'

/** A picture of the requested pixels, in which the drawing is as large as it fits. */
export function pictureLayout(
  { width: across, height: down }: FullViewRequest,
  box: Box,
  margins: Margins,
): Layout {
  const [width, height] = [across * PIXEL_MM, down * PIXEL_MM]
  const area = inset({ x: 0, y: 0, width, height }, margins)
  const size = sizeOf(box)
  const scale = Math.max(0.01, Math.min(area.width / size[0], area.height / size[1]))
  return {
    width,
    height,
    area,
    scale,
    ratio: null,
    paper: null,
    frame: null,
    block: null,
    panel: null,
  }
}

/**
 * The sheet in a true scale: as requested, or the first that fits in the order of `PREFERRED`.
 * `panelWidth` is the width that the schedule takes in a panel of a height. Throws `ViewError`
 * where the drawing does not fit.
 */
export function sheetLayout(
  request: FullViewRequest,
  box: Box,
  margins: Margins,
  panelWidth: (height: number) => number,
): Layout {
  for (const [ratio, paper] of candidates(request)) {
    const [across, down] = PAPERS[paper]
    for (const [width, height] of [
      [across, down],
      [down, across],
    ]) {
      const layout = placed(width, height, ratio, paper, margins, panelWidth)
      const [wide, tall] = sizeOf(box).map((metres) => (metres * 1000) / ratio)
      if (wide <= layout.area.width && tall <= layout.area.height) return layout
    }
  }
  const { paper, scale } = request
  const [wide, tall] = sizeOf(box)
  const size = `The drawing is ${wide.toFixed(1)} m by ${tall.toFixed(1)} m without its dimensions`
  const on = `${scale === undefined ? '' : ` at 1:${scale}`}${paper ? ` on ${paper}` : ''}`
  throw new ViewError(
    'invalid_view',
    `${size} and does not fit${on}. Use a larger paper or a smaller scale.`,
    scale === undefined ? 'paper' : 'scale',
  )
}

function candidates({ paper, scale }: FullViewRequest): (readonly [number, PaperName])[] {
  if (paper !== undefined && scale !== undefined) return [[scale, paper]]
  if (paper !== undefined) return SCALES.map((ratio) => [ratio, paper] as const)
  if (scale !== undefined) return PAPER_NAMES.map((name) => [scale, name] as const)
  return PREFERRED.flatMap(([ratio, names]) => names.map((name) => [ratio, name] as const))
}

function placed(
  width: number,
  height: number,
  ratio: number,
  paper: PaperName,
  margins: Margins,
  panelWidth: (height: number) => number,
): Layout {
  const frame = {
    x: EDGE_MM,
    y: EDGE_MM,
    width: width - 2 * EDGE_MM,
    height: height - 2 * EDGE_MM,
  }
  const block = { ...frame, y: frame.y + frame.height - BLOCK_MM, height: BLOCK_MM }
  const free = frame.height - BLOCK_MM - 2 * GAP_MM
  const wide = panelWidth(free)
  const panel =
    wide === 0
      ? null
      : { x: frame.x + frame.width - wide - GAP_MM, y: frame.y + GAP_MM, width: wide, height: free }
  const area = inset(
    {
      x: frame.x + GAP_MM,
      y: frame.y + GAP_MM,
      width: (panel?.x ?? frame.x + frame.width) - frame.x - 2 * GAP_MM,
      height: free,
    },
    margins,
  )
  return { width, height, area, scale: 1000 / ratio, ratio, paper, frame, block, panel }
}

function inset({ x, y, width, height }: SheetBox, { top, right, bottom, left }: Margins): SheetBox {
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom }
}

/** Half a metre at least: a single column is drawn too. */
const sizeOf = (box: Box): [number, number] => [
  Math.max(0.5, box.maxX - box.minX),
  Math.max(0.5, box.maxZ - box.minZ),
]
