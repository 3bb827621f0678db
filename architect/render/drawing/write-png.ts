import { createCanvas } from '@napi-rs/canvas'
import { encodePngSync } from '../../../images/png.ts'
import { PNG_LEVEL } from '../view-request.ts'
import { drawSheet } from './draw-sheet.ts'
import type { Sheet } from './sheet.ts'

/** A sheet as PNG, `width` pixels wide. */
export function writePng(sheet: Sheet, width: number, height: number): Buffer {
  const context = createCanvas(width, height).getContext('2d')
  drawSheet(context, sheet, width / sheet.width)
  const { data } = context.getImageData(0, 0, width, height)
  return encodePngSync({ width, channels: 4, data }, PNG_LEVEL)
}
