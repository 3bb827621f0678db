import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import type { Background } from '../../serve/schemas/backgrounds.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { heightsOf } from './layer-parts.ts'
import { LABEL_TEXT } from './map-labels.ts'
import { BACKGROUND, backgroundLayer, backgroundNote, RELIEF, type Scene } from './map-scene.ts'
import { groundColor, mapStyle } from './map-style.ts'

const AERIAL: Background = {
  id: 'aerial',
  title: 'Aerial',
  kind: 'aerial',
  tile_url: 'https://tiles.example.com/{z}/{y}/{x}',
  attribution: 'Example Survey',
  min_zoom: 3,
  max_zoom: 16,
  tile_size: 256,
}
const ELEVATION: LayerEntry = {
  id: 'elevation',
  object: 'layer',
  slug: 'elevation',
  title: 'Elevation',
  category: 'environment',
  status: 'available',
  rendering: { type: 'hillshade', dem_url: '/api/v1/tiles/elevation/{z}/{x}/{y}.png' },
}
const styleOf = (scene: Scene, layers = [ELEVATION]) =>
  mapStyle(layers, new Set(['elevation']), false, { scene })

test('a background lies beneath all layers and is the only address of another host', () => {
  const style = styleOf({ background: AERIAL, relief: null })
  expect(validateStyleMin(style)).toEqual([])
  expect(style.layers.map(({ id }) => id).slice(0, 3)).toEqual([
    'ground',
    BACKGROUND,
    'elevation/0/hillshade',
  ])
  expect(JSON.stringify(style).match(/https?:[^"]*/g)).toEqual([AERIAL.tile_url])
  expect(JSON.stringify(styleOf({ background: null, relief: 2 }))).not.toMatch(/https?:/)
})

test('the ground is raised by the heights of the build, and stays flat in a build without them', () => {
  const style = styleOf({ background: null, relief: 5 })
  expect(validateStyleMin(style)).toEqual([])
  expect(style.terrain).toEqual({ source: RELIEF, exaggeration: 5 })
  expect(style.sources[RELIEF]).toEqual({ ...style.sources.elevation, tileSize: 256 })
  const none = styleOf({ background: null, relief: 5 }, [])
  expect([none.terrain, none.sources[RELIEF], heightsOf([])]).toEqual([undefined, undefined, null])
  expect(styleOf({ background: null, relief: null }).terrain).toBeUndefined()
})

test.each(['aerial', 'map'] as const)(
  'labels have a contrast of 4.5 over any picture: %s',
  (kind) => {
    for (const isDark of [false, true]) {
      const { paint = {} } = backgroundLayer({ ...AERIAL, kind }, isDark)
      const opacity = paint['raster-opacity'] as number
      const least = (paint['raster-brightness-min'] as number | undefined) ?? 0
      const most = (paint['raster-brightness-max'] as number | undefined) ?? 1
      const ground = channels(groundColor(isDark))
      const [text] = LABEL_TEXT[isDark ? 'dark' : 'light']
      for (const extreme of [least, most]) {
        const pixel = ground.map((each) => each * (1 - opacity) + extreme * opacity)
        expect(contrast(channels(text), pixel), `${kind} ${isDark} ${extreme}`).toBeGreaterThan(4.5)
      }
    }
  },
)

test.each([
  ['does not answer', 15, true, /does not answer/],
  ['is not there yet', 1, false, /begin at zoom 2/],
  ['is enlarged', 17, false, /^Enlarged/],
  ['is sharp', 15, false, null],
])('a background that %s is noted', (_what, zoom, isFailing, expected) => {
  const note = backgroundNote(AERIAL, zoom, isFailing)
  if (expected === null) expect(note).toBeNull()
  else expect(note).toMatch(expected)
})

/** Channels of `#rrggbb`, 0 to 1. */
function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
}

/** The contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(one: number[], other: number[]): number {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: number[]): number {
  const [red, green, blue] = color.map((each) =>
    each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
