import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { drawSheet } from './draw-sheet.ts'
import type { Sheet } from './sheet.ts'

/** Units of a PDF in a millimetre: 72 to an inch. */
const POINTS_PER_MM = 72 / 25.4

/**
 * A sheet as PDF of one page in its true size, with the letters that it uses. The file has no date
 * and no random id: the same sheet gives the same bytes.
 */
export function writePdf(sheet: Sheet): Buffer {
  const document = new PDFDocument({ title: sheet.title, creator: 'Plat', producer: 'Plat' })
  // Pages of the library have whole points; the drawing on them has its true size all the same.
  const [width, height] = [sheet.width, sheet.height].map((mm) => Math.round(mm * POINTS_PER_MM))
  // The types of the library name the context of a browser; it is its own.
  const page = document.beginPage(width, height) as unknown as SKRSContext2D
  drawSheet(page, sheet, POINTS_PER_MM)
  document.endPage()
  return document.close()
}
