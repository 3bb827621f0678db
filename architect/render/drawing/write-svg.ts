import { encodePngSync } from '../../../images/png.ts'
import { PNG_LEVEL } from '../view-request.ts'
import {
  BASE_SHARE,
  type Layer,
  type Mark,
  type PathMark,
  type PictureMark,
  type Sheet,
  type TextMark,
} from './sheet.ts'

/** Fonts for letters of the text's widths, which programs without Inter keep by `textLength`. */
const FAMILY = "Inter, 'Helvetica Neue', Arial, sans-serif"
const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const

/**
 * A sheet as SVG in its true size, a unit a millimetre, with a group for each layer. Texts are
 * texts.
 */
export function writeSvg(sheet: Sheet): Buffer {
  const [width, height] = [number(sheet.width), number(sheet.height)]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm"` +
      ` viewBox="0 0 ${width} ${height}" font-family="${FAMILY}" stroke-linejoin="round">`,
    `<title>${escaped(sheet.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${sheet.color}"/>`,
  ]
  let layer: Layer | undefined
  for (const mark of sheet.marks) {
    if (mark.layer !== layer) {
      if (layer !== undefined) lines.push('</g>')
      lines.push(`<g class="${mark.layer}">`)
      layer = mark.layer
    }
    lines.push(elementOf(mark))
  }
  if (layer !== undefined) lines.push('</g>')
  lines.push('</svg>', '')
  return Buffer.from(lines.join('\n'))
}

function elementOf(mark: Mark): string {
  switch (mark.kind) {
    case 'path':
      return pathElement(mark)
    case 'text':
      return textElement(mark)
    case 'picture':
      return pictureElement(mark)
  }
}

function pathElement({ lines, isClosed, fill, rule, stroke }: PathMark): string {
  const way = lines
    .filter((line) => line.length > 0)
    .map((line) => {
      const places = line.map(([x, y]) => `${number(x)} ${number(y)}`)
      return `M${places.join('L')}${isClosed ? 'Z' : ''}`
    })
    .join('')
  const attributes = [`d="${way}"`, ...colored('fill', fill)]
  if (fill !== undefined && rule === 'evenodd') attributes.push('fill-rule="evenodd"')
  if (stroke) {
    attributes.push(...colored('stroke', stroke.color), `stroke-width="${number(stroke.width)}"`)
    if (stroke.dash?.length)
      attributes.push(`stroke-dasharray="${stroke.dash.map(number).join(' ')}"`)
  }
  return `<path ${attributes.join(' ')}/>`
}

function textElement(mark: TextMark): string {
  const [x, y] = mark.at
  const down = BASE_SHARE * mark.size
  const place = mark.isTurned
    ? `transform="translate(${number(x + down)} ${number(y)}) rotate(-90)"`
    : `x="${number(x)}" y="${number(y + down)}"`
  const attributes = [
    place,
    `font-size="${number(mark.size)}"`,
    ...(mark.weight === 400 ? [] : [`font-weight="${mark.weight}"`]),
    `fill="${mark.color}"`,
    ...(mark.align === 'left' ? [] : [`text-anchor="${ANCHORS[mark.align]}"`]),
    `textLength="${number(mark.width)}" lengthAdjust="spacingAndGlyphs"`,
  ]
  return `<text ${attributes.join(' ')}>${escaped(mark.text)}</text>`
}

function pictureElement({ box, pixels, rgba }: PictureMark): string {
  const png = encodePngSync({ width: pixels.width, channels: 4, data: rgba }, PNG_LEVEL)
  const place = `x="${number(box.x)}" y="${number(box.y)}"`
  const size = `width="${number(box.width)}" height="${number(box.height)}"`
  return `<image ${place} ${size} href="data:image/png;base64,${png.toString('base64')}"/>`
}

/** A colour, and its opacity where it has one: not all programs read `#rrggbbaa`. */
function colored(name: 'fill' | 'stroke', color: string | undefined): string[] {
  if (color === undefined) return [`${name}="none"`]
  const plain = `${name}="${color.slice(0, 7)}"`
  if (color.length === 7) return [plain]
  const opacity = Number.parseInt(color.slice(7), 16) / 255
  return [plain, `${name}-opacity="${number(opacity)}"`]
}

/** To a thousandth of a millimetre, without trailing zeros or a negative zero. */
const number = (value: number): string => `${Math.round(value * 1000) / 1000 + 0}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign])
