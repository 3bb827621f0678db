import type {
  CircleLayerSpecification,
  FillLayerSpecification,
  FilterSpecification,
} from 'maplibre-gl'
import type { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import type { Section } from '../../layers/section.ts'
import { over } from '../layers/layer-swatch.ts'
import { IMAGE_PIXEL_RATIO, type MapImage, type MapOverlay } from '../map/map-overlay.ts'
import { groundColor } from '../map/map-style.ts'

/** How a section answers at a point, with what a study leaves blank apart. */
export type Answer = Section['status'] | 'unmapped'

const SOURCE = 'coverage'
/** Colours of the statuses for a light and for a dark map: those of the page. */
const COLORS: Record<Answer, [light: string, dark: string]> = {
  available: ['#1d6b38', '#7fd39b'],
  empty: ['#545d64', '#a9b4bd'],
  not_covered: ['#7a5600', '#e2bd62'],
  not_available: ['#b3261e', '#ffa59c'],
  unmapped: ['#7a5600', '#e2bd62'],
}
/** Answers are discs or rings too, so that colour is not the only difference. */
const IS_RING: Record<Answer, boolean> = {
  available: false,
  empty: true,
  not_covered: false,
  not_available: false,
  unmapped: true,
}
/** Opacity of the ground that a source covers, over the colour of the map. */
const COVERED_OPACITY = 0.22
const HATCH_OPACITY = 0.5
/** Pixels of the page between two stripes, and the width of one. */
const HATCH_STEP = 8
const HATCH_WIDTH = 2
/** Everything on Earth that a web map draws. */
const WORLD = [-180, -85, 180, 85] as const

const ANSWERS: readonly Answer[] = [
  'available',
  'empty',
  'unmapped',
  'not_covered',
  'not_available',
]

/** The layers that draw a map of coverage, in one theme; their paint is the legend's too. */
export function coverageOverlay(map: CoverageMap, isDark: boolean): MapOverlay {
  const ground = groundColor(isDark)
  const hatchId = hatchName(isDark)
  const ofKind = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]
  const fill = (
    id: string,
    kind: string,
    paint: FillLayerSpecification['paint'],
  ): FillLayerSpecification => ({
    id: `${SOURCE}/${id}`,
    type: 'fill',
    source: SOURCE,
    filter: ofKind(kind),
    paint: { 'fill-antialias': false, ...paint },
  })
  const line = (kind: string, color: string, width: number) => ({
    id: `${SOURCE}/${kind}-line`,
    type: 'line' as const,
    source: SOURCE,
    filter: ofKind(kind),
    paint: { 'line-color': color, 'line-width': width },
  })
  return {
    sources: {
      [SOURCE]: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [...map.features, ...outsideOf(map)] },
      },
    },
    ground: [
      ...(map.note === 'live section'
        ? []
        : [fill('hatch', 'county', { 'fill-pattern': hatchId })]),
      fill('area', 'area', { 'fill-color': coveredColor(isDark) }),
      line('area', COLORS.available[Number(isDark)], 1),
      // Coverage goes on beyond the county: only this county is measured.
      fill('outside', 'outside', { 'fill-color': ground }),
      line('county', isDark ? '#eaeef1' : '#1d2226', 1.5),
    ],
    points: ANSWERS.map((answer) => dots(answer, isDark)),
    images: { [hatchId]: hatchImage(isDark) },
  }
}

/** The style layer of the points with one answer. */
export function dots(answer: Answer, isDark: boolean): CircleLayerSpecification {
  const color = COLORS[answer][Number(isDark)]
  const isUnmapped = answer === 'unmapped'
  return {
    id: `${SOURCE}/dots-${answer}`,
    type: 'circle',
    source: SOURCE,
    filter: [
      'all',
      ['==', ['get', 'kind'], 'probes'],
      ['==', ['get', 'status'], isUnmapped ? 'available' : answer],
      ['==', ['get', 'is_unmapped'], isUnmapped],
    ],
    paint: {
      'circle-color': IS_RING[answer] ? groundColor(isDark) : color,
      'circle-stroke-color': IS_RING[answer] ? color : groundColor(isDark),
      'circle-stroke-width': IS_RING[answer] ? 1.5 : 0.75,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 1.6, 14, 4],
    },
  }
}

/** Colour of the ground that a source covers, as it is drawn. */
export function coveredColor(isDark: boolean): string {
  return over(COLORS.available[Number(isDark)], COVERED_OPACITY, groundColor(isDark))
}

/** Colour of the border of a covered area. */
export function coveredEdge(isDark: boolean): string {
  return COLORS.available[Number(isDark)]
}

function hatchName(isDark: boolean): string {
  return `hatch-${isDark ? 'dark' : 'light'}`
}

/** Stripes for the ground that no source covers: a tile of a pattern. */
export function hatchImage(isDark: boolean): MapImage {
  const size = HATCH_STEP * IMAGE_PIXEL_RATIO
  const stripe = over(COLORS.not_covered[Number(isDark)], HATCH_OPACITY, groundColor(isDark))
  const channels = [1, 3, 5].map((at) => Number.parseInt(stripe.slice(at, at + 2), 16))
  const data = new Uint8ClampedArray(size * size * 4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if ((x + y) % size < HATCH_WIDTH * IMAGE_PIXEL_RATIO)
        data.set([...channels, 255], (y * size + x) * 4)
  return { width: size, height: size, data }
}

/** The number of points by answer, in the order of the legend. */
export function countAnswers({ features }: CoverageMap): [answer: Answer, count: number][] {
  const counts = new Map<Answer, number>()
  for (const { geometry, properties } of features) {
    if (properties.kind !== 'probes') continue
    counts.set(properties.is_unmapped ? 'unmapped' : properties.status, geometry.coordinates.length)
  }
  return ANSWERS.flatMap((answer) => {
    const count = counts.get(answer)
    return count === undefined ? [] : [[answer, count]]
  })
}

/** The box of the county, or of the areas where no file draws the county; null without either. */
export function boundsOfMap({ features }: CoverageMap): [number, number, number, number] | null {
  const county = features.filter(({ properties }) => properties.kind === 'county')
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { geometry } of county.length > 0 ? county : features)
    for (const [lng, lat] of positionsOf(geometry)) {
      box[0] = Math.min(box[0], lng)
      box[1] = Math.min(box[1], lat)
      box[2] = Math.max(box[2], lng)
      box[3] = Math.max(box[3], lat)
    }
  return box[0] <= box[2] ? box : null
}

type Geometry = CoverageMap['features'][number]['geometry']

function positionsOf(geometry: Geometry): number[][] {
  if (geometry.type === 'MultiPoint') return geometry.coordinates
  if (geometry.type === 'Polygon') return geometry.coordinates.flat()
  return geometry.coordinates.flat(2)
}

/** The world without the county, so that what lies outside of it is not coloured. */
function outsideOf({ features }: CoverageMap) {
  const county = features.find(({ properties }) => properties.kind === 'county')
  if (!county || county.geometry.type === 'MultiPoint') return []
  const { geometry } = county
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const [west, south, east, north] = WORLD
  const around = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return [
    {
      type: 'Feature' as const,
      geometry: {
        type: 'Polygon' as const,
        coordinates: [around, ...polygons.map(([shell]) => shell)],
      },
      properties: { kind: 'outside' as const },
    },
  ]
}
