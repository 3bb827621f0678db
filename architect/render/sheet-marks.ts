import { INK, type Paper } from './paper.ts'

/** Lengths that a scale bar may have, in metres. */
const BARS = [0.5, 1, 2, 5, 10, 20, 50, 100]
/** A bar is the longest under this many pixels. */
const BAR_PIXELS = 150

/** Draws the title at the upper left. */
export function drawTitle(paper: Paper, title: string, under: string): void {
  paper.text(title, 24, 28, 18, { weight: 600, align: 'left', halo: false })
  paper.text(under, 24, 49, 12, { color: INK.quiet, align: 'left', halo: false })
}

/** Draws a bar of a whole number of metres at the lower left. */
export function drawScaleBar(paper: Paper): void {
  const { context, scale, height } = paper
  const metres = BARS.findLast((bar) => bar * scale <= BAR_PIXELS) ?? BARS[0]
  const [x, y] = [24, height - 26]
  const half = (metres * scale) / 2
  context.lineWidth = 1
  context.strokeStyle = INK.text
  context.fillStyle = INK.text
  context.fillRect(x, y, half, 5)
  context.strokeRect(x + 0.5, y + 0.5, half * 2 - 1, 4)
  const size = 10.5
  const options = { color: INK.quiet, halo: false }
  paper.text('0', x, y - 9, size, options)
  paper.text(`${metres / 2}`, x + half, y - 9, size, options)
  paper.text(`${metres} m`, x + half * 2, y - 9, size, options)
}

/** Draws the north arrow at the upper right. */
export function drawNorth(paper: Paper): void {
  const { context, width } = paper
  const [x, y, r] = [width - 40, 42, 16]
  context.strokeStyle = INK.quiet
  context.lineWidth = 1
  context.beginPath()
  context.arc(x, y, r, 0, 2 * Math.PI)
  context.stroke()
  for (const [side, color] of [
    [-1, INK.text],
    [1, '#ffffff'],
  ] as const) {
    context.beginPath()
    context.moveTo(x, y - r + 1)
    context.lineTo(x + side * 5.5, y + 9)
    context.lineTo(x, y + 5)
    context.closePath()
    context.fillStyle = color
    context.fill()
    context.strokeStyle = INK.text
    context.stroke()
  }
  paper.text('N', x, y - r - 9, 11, { weight: 600, halo: false })
}
