import type { FullViewRequest, View } from '../view-request.ts'
import { type Layout, PIXEL_MM } from './layout.ts'
import type { Sheet } from './sheet.ts'
import { writePdf } from './write-pdf.ts'
import { writePng } from './write-png.ts'
import { writeSvg } from './write-svg.ts'

/** The longer side of a sheet as PNG, in pixels, and the most pixels of a millimetre. */
const SHEET_PIXELS = 2048
const PIXELS_PER_MM_MAX = 8

/** The sheet in the requested format, with what a view states about its size. */
export function writeSheet(
  sheet: Sheet,
  layout: Layout,
  { format, width, height }: FullViewRequest,
): Pick<View, 'png' | 'document' | 'scale' | 'paper' | 'metresPerPixel'> {
  const { ratio, paper, scale } = layout
  const stated = ratio !== null && paper !== null ? { scale: ratio, paper } : {}
  switch (format) {
    case 'png': {
      if (ratio === null)
        return { png: writePng(sheet, width, height), metresPerPixel: PIXEL_MM / scale }
      const perMm = Math.min(PIXELS_PER_MM_MAX, SHEET_PIXELS / Math.max(sheet.width, sheet.height))
      const [across, down] = [sheet.width, sheet.height].map((mm) => Math.round(mm * perMm))
      const png = writePng(sheet, across, down)
      return { png, ...stated, metresPerPixel: 1 / (perMm * scale) }
    }
    case 'svg':
      return { png: Buffer.alloc(0), document: { format, bytes: writeSvg(sheet) }, ...stated }
    case 'pdf':
      return { png: Buffer.alloc(0), document: { format, bytes: writePdf(sheet) }, ...stated }
  }
}
