import './layers.css'
import { formatVintage } from '../../report/age.ts'
import type { Background } from '../../serve/schemas/backgrounds.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { fact, make } from '../element.ts'
import { drawableLayers, firstZoom } from '../map/layer-parts.ts'
import type { ShownCollection } from '../map/map-pane.ts'
import { openBackgroundChoice } from './background-choice.ts'
import { legendOf, titleColor } from './layer-colors.ts'
import { type LayerSwatch, layerSwatch } from './layer-swatch.ts'

/** The list of layers with their legends, including those that the build lacks. */
export interface LayerList {
  setLayers(layers: readonly LayerEntry[], shown: ReadonlySet<string>): void
  show(shown: ReadonlySet<string>): void
  /** Shows the backgrounds and the id of the one that is drawn. */
  setBackgrounds(backgrounds: readonly Background[], chosen: string | null): void
  setZoom(zoom: number): void
  setTheme(isDark: boolean): void
  /** Notes that the view has more features of a layer than are drawn. */
  setTruncated(slug: string, shown: Pick<ShownCollection, 'truncated' | 'hint'>): void
}

export interface LayerListOptions {
  isDark: boolean
  onToggle(slug: string, isOn: boolean): void
  /** Called with the id of a background; null for none. */
  onBackground(id: string | null): void
}

interface Row {
  layer: LayerEntry
  box: HTMLInputElement
  /** The colour of the layer, where it has only one. */
  swatch: LayerSwatch
  legend: HTMLElement
  /** The colours of the legend with their swatches. */
  lines: { color: string; swatch: LayerSwatch }[]
  note: HTMLElement
  truncated: string | null
}

export function openLayerList(place: HTMLElement, options: LayerListOptions): LayerList {
  const rows = new Map<string, Row>()
  const backgrounds = openBackgroundChoice(options.onBackground)
  let isDark = options.isDark
  /** Null until the map reports it. */
  let zoom: number | null = null
  const refresh = ({ layer, box, legend, note, truncated }: Row) => {
    legend.hidden = !box.checked || legend.childElementCount === 0
    const from = firstZoom(layer)
    const isFar = box.checked && zoom !== null && zoom + 0.001 < from
    const text = isFar ? `Drawn from zoom ${from}: zoom in.` : box.checked ? (truncated ?? '') : ''
    if (note.textContent !== text) note.textContent = text
    note.hidden = text === ''
  }
  const paint = ({ layer, swatch, lines }: Row) => {
    swatch.paint(titleColor(layer, isDark), isDark)
    for (const line of lines) line.swatch.paint(line.color, isDark)
  }

  return {
    setLayers(layers, shown) {
      rows.clear()
      const drawable = new Set(drawableLayers(layers))
      const toggled = layers.filter((layer) => layer.status === 'available' && drawable.has(layer))
      const undrawn = layers.filter((layer) => layer.status === 'available' && !drawable.has(layer))
      const missing = layers.filter(({ status }) => status !== 'available')
      const list = toggled.map((layer) => {
        const row = rowOf(layer, options)
        row.box.checked = shown.has(layer.slug)
        rows.set(layer.slug, row)
        paint(row)
        refresh(row)
        return itemOf(row)
      })
      place.replaceChildren(
        backgrounds.element,
        make('ul', { class: 'layer-list' }, ...list),
        ...quietList('In the report only', undrawn),
        ...quietList('Not in this build', missing),
      )
    },
    show(shown) {
      for (const row of rows.values()) {
        row.box.checked = shown.has(row.layer.slug)
        refresh(row)
      }
    },
    setBackgrounds: backgrounds.show,
    setZoom(next) {
      zoom = next
      for (const row of rows.values()) refresh(row)
    },
    setTheme(dark) {
      isDark = dark
      for (const row of rows.values()) paint(row)
    },
    setTruncated(slug, { truncated, hint }) {
      const row = rows.get(slug)
      if (!row) return
      row.truncated = truncated ? (hint ?? 'Some features are not drawn.') : null
      refresh(row)
    },
  }
}

function rowOf(layer: LayerEntry, { onToggle }: LayerListOptions): Row {
  const box = make('input', { type: 'checkbox', id: `layer-${layer.slug}` })
  const lines = legendOf(layer).map((line) => ({ ...line, swatch: layerSwatch(layer) }))
  const legend = make(
    'ul',
    { class: 'legend', 'aria-label': `Colours of ${layer.title}` },
    ...lines.map(({ label, swatch }) => make('li', {}, swatch.element, label)),
  )
  const note = make('p', { class: 'layer-note', role: 'status' })
  box.addEventListener('change', () => onToggle(layer.slug, box.checked))
  return { layer, box, swatch: layerSwatch(layer), legend, lines, note, truncated: null }
}

function itemOf({ layer, box, swatch, legend, note }: Row): HTMLElement {
  const title = make('span', {}, layer.title)
  return make(
    'li',
    { class: 'layer' },
    make('label', { class: 'layer-title', for: box.id }, box, title, swatch.element),
    note,
    legend,
    aboutOf(layer),
  )
}

/** Description, coverage, vintage and attribution of a layer. */
function aboutOf(layer: LayerEntry): HTMLElement {
  const { coverage, vintage, attribution, description } = layer
  const features = coverage?.feature_count
  return make(
    'details',
    { class: 'layer-about' },
    make(
      'summary',
      {},
      vintageLine(vintage),
      make('span', { class: 'unseen' }, `: about ${layer.title}`),
    ),
    description ? make('p', {}, description) : null,
    make(
      'dl',
      {},
      ...fact('Covers', coverage?.label),
      ...fact('Features', features?.toLocaleString('en-US')),
      ...fact('Attribution', attribution),
    ),
  )
}

function vintageLine(vintage: string | undefined): string {
  if (vintage === undefined) return 'About'
  return vintage === 'live' ? 'Live' : `Vintage ${formatVintage(vintage, new Date())}`
}

function quietList(title: string, layers: readonly LayerEntry[]): HTMLElement[] {
  if (layers.length === 0) return []
  const items = layers.map((layer) =>
    make(
      'li',
      { class: 'layer quiet' },
      make(
        'p',
        { class: 'layer-title' },
        make('span', {}, layer.title),
        layer.status === 'available' ? null : make('span', { class: 'badge' }, layer.status),
      ),
      aboutOf(layer),
    ),
  )
  return [make('h3', {}, title), make('ul', { class: 'layer-list' }, ...items)]
}
