import { statusLabel } from '../../report/status-labels.ts'
import { make } from '../element.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** SVG paths of the shapes, in a box of 16 by 16. */
const PATHS = {
  disc: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z',
  ring: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 2.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
  dash: 'M2 6.5h12v3H2Z',
  triangle: 'M8 1.5 15 14H1Z',
}

/** The shape of a status. It is decorative: the word stands next to it. */
export function statusShape(status: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({ viewBox: '0 0 16 16', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  svg.classList.add('status-shape', `is-${statusLabel(status).shape}`)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[statusLabel(status).shape])
  svg.append(path)
  return svg
}

/** Shape and word of a status. */
export function statusMark(status: string): HTMLElement {
  const { word, meaning } = statusLabel(status)
  return make('span', { class: 'status', title: meaning }, statusShape(status), word)
}
