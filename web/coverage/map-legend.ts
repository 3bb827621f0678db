import type { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import { STATUS_LABELS } from '../../report/status-labels.ts'
import { make } from '../element.ts'
import { IMAGE_PIXEL_RATIO } from '../map/map-overlay.ts'
import {
  type Answer,
  countAnswers,
  coveredColor,
  coveredEdge,
  dots,
  hatchImage,
} from './coverage-style.ts'
import { formatCount } from './shares.ts'

const SWATCH = [32, 16] as const

/** Words for an answer at a point, and what it is. */
const MEANINGS: Record<Answer, { word: string; meaning: string }> = {
  available: { word: STATUS_LABELS.available.word, meaning: 'the section has data' },
  empty: { word: STATUS_LABELS.empty.word, meaning: 'a source covers them and has nothing there' },
  not_available: {
    word: STATUS_LABELS.not_available.word,
    meaning: 'the answer is missing at the moment',
  },
  not_covered: {
    word: STATUS_LABELS.not_covered.word,
    meaning: 'no source of this build covers them, so nothing is known: not the same as safe',
  },
  unmapped: {
    word: 'Left blank',
    meaning: 'a study covers them and does not map them: not the same as safe',
  },
}

/** The legend of a map of coverage: swatches by the paint of the map, and numbers of points. */
export function mapLegend(map: CoverageMap, isDark: boolean): HTMLElement {
  const { features, undeclared } = map
  const names = features.flatMap(({ properties }) =>
    properties.kind === 'area' ? [properties.name] : [],
  )
  const lines: HTMLElement[] = []
  if (names.length > 0)
    lines.push(
      legendLine(
        areaSwatch(isDark),
        'Covered',
        `a source covers ${[...new Set(names)].join('; ')}`,
      ),
    )
  for (const [answer, count] of countAnswers(map)) {
    const { word, meaning } = MEANINGS[answer]
    const of = `${formatCount(count)} of ${formatCount(map.probes)} points: ${meaning}`
    const swatch = dotSwatch(answer, isDark)
    if (answer === 'not_covered') swatch.prepend(hatchSwatch(isDark))
    lines.push(legendLine(swatch, word, of))
  }
  if (undeclared.length > 0)
    lines.push(
      legendLine(null, 'Area not stated', `by ${undeclared.join('; ')}: points show its answers`),
    )
  return make('ul', { class: 'coverage-legend' }, ...lines)
}

function legendLine(swatch: HTMLElement | null, word: string, meaning: string): HTMLElement {
  return make(
    'li',
    {},
    swatch ?? make('span', { class: 'legend-swatch' }),
    make('span', {}, make('strong', {}, word), `: ${meaning}`),
  )
}

function areaSwatch(isDark: boolean): HTMLElement {
  const made = make('span', { class: 'legend-swatch', 'aria-hidden': 'true' })
  made.style.background = coveredColor(isDark)
  made.style.borderColor = coveredEdge(isDark)
  return made
}

/** A piece of the pattern itself. */
function hatchSwatch(isDark: boolean): HTMLElement {
  const [width, height] = SWATCH.map((side) => side * IMAGE_PIXEL_RATIO)
  const made = make('canvas', { width, height })
  const { width: step, data } = hatchImage(isDark)
  const tile = new ImageData(new Uint8ClampedArray(data), step)
  const context = made.getContext('2d')
  for (let x = 0; x < width; x += step)
    for (let y = 0; y < height; y += step) context?.putImageData(tile, x, y)
  return made
}

function dotSwatch(answer: Answer, isDark: boolean): HTMLElement {
  const { paint } = dots(answer, isDark)
  const dot = make('span', { class: 'legend-dot' })
  dot.style.background = `${paint?.['circle-color']}`
  dot.style.border = `${paint?.['circle-stroke-width']}px solid ${paint?.['circle-stroke-color']}`
  return make('span', { class: 'legend-swatch is-dot', 'aria-hidden': 'true' }, dot)
}
