import type { MultiPolygon, Polygon, Position } from 'geojson'
import { RISKS, type Risk } from '../layers/flood/zones.ts'
import { escapeHtml } from '../values/escaped-html.ts'
import { type Drawn, draw } from './charts/drawing.ts'
import { drawLotMap, type LotGround } from './lot-map.ts'
import { markupOf } from './markup.ts'
import type { UnitSystem } from './units.ts'

/** A picture of a lot with what its colours mean. */
export interface CaptionedMap {
  drawing: Drawn
  legend: { swatch: Drawn; label: string }[]
  notes: string[]
}

const RISK_LABELS: Record<Risk, string> = {
  high_coastal: 'High-risk coastal flood zone',
  high: 'High-risk flood zone',
  undetermined: 'Flood risk not determined',
  moderate: 'Moderate flood risk',
  minimal: 'Minimal flood hazard',
  water: 'Open water on the flood map',
  unmapped: 'Not mapped for flood risk',
}

/** Points of a picture, a row and a column of them, at which zones are looked for. */
const PROBES = 24

/** The picture of a lot; null where a build has nothing to draw: it would look like a field. */
export function captionedLotMap(ground: LotGround, system: UnitSystem): CaptionedMap | null {
  const { own, parcels, buildings, streets, flood, left_out } = ground
  const isEmpty = [parcels, buildings, streets, flood, left_out].every(({ length }) => length === 0)
  if (own === null && isEmpty) return null
  const risks = RISKS.filter((risk) =>
    flood.some((zone) => zone.risk === risk && isInBox(zone.shape, ground.box)),
  )
  const entry = (label: string, kind: string) => ({ label, swatch: swatchOf(kind) })
  return {
    drawing: drawLotMap(ground, system),
    legend: [
      ...(own ? [entry('The lot', 'own')] : []),
      ...(parcels.length > 0 ? [entry('Parcels', 'parcel')] : []),
      ...(buildings.length > 0 ? [entry('Buildings', 'building')] : []),
      ...risks.map((risk) => entry(RISK_LABELS[risk], `zone tone-${risk}`)),
    ],
    notes: [
      ...(risks.length > 0
        ? ['No colour: the flood map has no zone drawn there, which does not make it safe.']
        : []),
      ...(left_out.length > 0 ? [`Too many to be drawn here: ${left_out.join(', ')}.`] : []),
    ],
  }
}

/** A picture of a lot as a document shows it, with its legend. */
export function mapMarkup({ drawing, legend, notes }: CaptionedMap): string {
  const entries = legend.map(
    ({ swatch, label }) => `<span>${markupOf(swatch)}${escapeHtml(label)}</span>`,
  )
  const stated = notes.map((note) => `<p class="map-note">${escapeHtml(note)}</p>`)
  return `<figure class="map">${markupOf(drawing)}
<figcaption class="map-legend">${entries.join('')}${stated.join('')}</figcaption></figure>`
}

/** A swatch is painted as the picture is: the same classes over the same land. */
function swatchOf(kind: string): Drawn {
  const size = { x: 0, y: 0, width: 16, height: 10 }
  return draw(
    'svg',
    { viewBox: '0 0 16 10', class: 'lot-map swatch', 'aria-hidden': 'true' },
    draw('rect', { ...size, class: 'land' }),
    draw('rect', { ...size, class: kind }),
  )
}

/** True where a part of a shape is in the box: a corner, or land around one of many points. */
function isInBox(shape: Polygon | MultiPolygon, [west, south, east, north]: LotGround['box']) {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const isIn = ([lng, lat]: Position) => lng > west && lng < east && lat > south && lat < north
  if (polygons.some((rings) => rings.some((ring) => ring.some(isIn)))) return true
  const at = (from: number, to: number, i: number) => from + ((to - from) * (i + 0.5)) / PROBES
  const rows = Array.from({ length: PROBES }, (_, i) => at(south, north, i))
  return rows.some((lat) =>
    polygons.some((rings) => {
      const crossings = rings.flatMap((ring) => crossingsOf(ring, lat)).sort((a, b) => a - b)
      return rows.some((_, i) => {
        const lng = at(west, east, i)
        return crossings.filter((each) => each < lng).length % 2 === 1
      })
    }),
  )
}

/** Longitudes at which a ring crosses a parallel. */
function crossingsOf(ring: readonly Position[], lat: number): number[] {
  return ring.slice(1).flatMap(([x1, y1], i) => {
    const [x0, y0] = ring[i]
    if (y0 > lat === y1 > lat) return []
    return [x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)]
  })
}
