import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { make } from '../element.ts'
import { type DrawnLook, drawnLook, groundColor } from '../map/map-style.ts'

/** A swatch of a layer: what one of its colours looks like on the map, in either theme. */
export interface LayerSwatch {
  element: HTMLElement
  /** Paints it for a theme; null hides it. */
  paint(color: string | null, isDark: boolean): void
}

export function layerSwatch(layer: LayerEntry): LayerSwatch {
  const element = make('span', { class: 'swatch', 'aria-hidden': 'true' })
  return {
    element,
    paint(color, isDark) {
      element.hidden = color === null
      if (color === null) return
      const { fill, edge } = swatchColors(color, drawnLook(layer, isDark), groundColor(isDark))
      element.style.background = fill
      element.style.borderColor = edge
    },
  }
}

/** Inside and edge of a swatch: the colour over the ground, as opaque as the map paints it. */
export function swatchColors(
  color: string,
  { fill, line }: DrawnLook,
  ground: string,
): { fill: string; edge: string } {
  const inside = fill === null ? ground : over(color, fill, ground)
  return { fill: inside, edge: line === null ? inside : over(color, line, inside) }
}

/** A colour painted over another, both as `#rrggbb`. */
export function over(color: string, opacity: number, below: string): string {
  const [top, bottom] = [channelsOf(color), channelsOf(below)]
  if (!top || !bottom) return color
  const mixed = top.map((each, i) => Math.round(each * opacity + bottom[i] * (1 - opacity)))
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): number[] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  if (!match) return null
  return match.slice(1).map((each) => Number.parseInt(each, 16))
}
