import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { inter, MEASURED_PX, setLetters } from '../fonts.ts'
import {
  BASE_SHARE,
  BEFORE_ANCHOR,
  type PathMark,
  type PictureMark,
  type Sheet,
  type TextMark,
} from './sheet.ts'

/** Draws a sheet on a canvas of pixels or of a PDF, whose unit is `perMm` to a millimetre. */
export function drawSheet(context: SKRSContext2D, sheet: Sheet, perMm: number): void {
  context.save()
  context.scale(perMm, perMm)
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  setLetters(context)
  context.fillStyle = sheet.color
  // A page may be a part of a pixel or a point larger than the sheet.
  context.fillRect(0, 0, sheet.width + 1, sheet.height + 1)
  for (const mark of sheet.marks) {
    switch (mark.kind) {
      case 'path':
        drawPath(context, mark)
        break
      case 'text':
        drawText(context, mark)
        break
      case 'picture':
        drawPicture(context, mark)
        break
      default:
        mark satisfies never
    }
  }
  context.restore()
}

function drawPath(context: SKRSContext2D, { lines, isClosed, fill, rule, stroke }: PathMark): void {
  context.beginPath()
  for (const line of lines) {
    for (const [index, [x, y]] of line.entries()) {
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    if (isClosed) context.closePath()
  }
  if (fill !== undefined) {
    context.fillStyle = fill
    context.fill(rule ?? 'nonzero')
  }
  if (stroke) {
    context.strokeStyle = stroke.color
    context.lineWidth = stroke.width
    context.setLineDash([...(stroke.dash ?? [])])
    context.stroke()
    context.setLineDash([])
  }
}

function drawText(
  context: SKRSContext2D,
  { text, at: [x, y], size, width, weight, color, align, isTurned }: TextMark,
): void {
  context.save()
  context.translate(x, y)
  if (isTurned) context.rotate(-Math.PI / 2)
  // Letters of 2.5 units would be rounded to whole units: they are drawn large and made small.
  context.scale(size / MEASURED_PX, size / MEASURED_PX)
  context.font = inter(MEASURED_PX, weight)
  context.fillStyle = color
  const left = (-width * BEFORE_ANCHOR[align] * MEASURED_PX) / size
  context.fillText(text, left, BASE_SHARE * MEASURED_PX)
  context.restore()
}

function drawPicture(context: SKRSContext2D, { box, pixels, rgba }: PictureMark): void {
  const layer = createCanvas(pixels.width, pixels.height)
  const own = layer.getContext('2d')
  const image = own.createImageData(pixels.width, pixels.height)
  image.data.set(rgba)
  own.putImageData(image, 0, 0)
  context.drawImage(layer, box.x, box.y, box.width, box.height)
}
