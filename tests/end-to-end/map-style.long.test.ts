import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapStyle } from '../../examples/map-style.mjs'
import { type Box, GRID } from '../../geometry/polygons.ts'
import { LAYERS } from '../../layers/index.ts'
import { LazyPackRow } from '../../lookup/lazy-pack-row.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { rasterRefs } from '../../rasters/raster-ref.ts'
import { rastersOf } from '../../serve/build/build-rasters.ts'
import { type LayerEntry, LayerList } from '../../serve/schemas/layers.ts'
import type { Rendering } from '../../serve/schemas/rendering.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { HAS_BROWSER, type MapBrowser, openMapBrowser } from './map-browser.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

let sample: ServedSample
let catalog: LayerEntry[]
beforeAll(async () => {
  sample = await serveSample({ accounts: new ScriptedAccounts() })
  const headers = { 'x-api-key': KEYS.good }
  const answer = await fetch(`${sample.base}/v1/layers`, { headers })
  catalog = LayerList.parse(await answer.json()).data
})
afterAll(() => sample.close())

const typesOf = (entries: LayerEntry[]) =>
  Object.fromEntries(entries.map(({ slug, rendering }) => [slug, rendering!.type]))

test('the catalog has the rendering of each layer that fits its data in the build', () => {
  expect(typesOf(catalog)).toMatchObject({
    parcels: 'vector_tiles',
    'flood-zones': 'vector_tiles',
    wetlands: 'vector_tiles',
    structures: 'vector_tiles',
    soils: 'vector_tiles',
    // Lists by county: this build lacks the polygons of its fire hazard zones.
    'code-basis': 'none',
    weather: 'none',
    elevation: 'hillshade',
    boundaries: 'vector_tiles',
    // 538 points fit into one answer, 1,159 do not.
    market: 'geojson',
    tax: 'none',
    zoning: 'vector_tiles',
    permits: 'live_geojson',
    utilities: 'vector_tiles',
  })
})

describe('a style made of the catalog alone', () => {
  test('is valid, and draws every layer that can be drawn', () => {
    const style = mapStyle(catalog)
    expect(validateStyleMin(style as never)).toEqual([])
    const drawn = new Set(style.layers.map(({ id }: { id: string }) => id.split('/')[0]))
    const drawable = catalog.filter(({ rendering }) => rendering!.type !== 'none')
    expect([...drawn].sort()).toEqual(drawable.map(({ slug }) => slug).sort())
  })

  const url = 'https://geo.example/{z}/{x}/{y}'
  const zooms = { min_zoom: 3, max_zoom: 9 }
  const renderings: Rendering[] = [
    {
      type: 'geojson',
      url: 'https://geo.example/all',
      geometry: 'line',
      id_property: 'id',
      ...zooms,
    },
    {
      type: 'live_geojson',
      query_url: 'https://geo.example/some?bbox={bbox}',
      geometry: 'polygon',
      min_zoom: 9,
      color_by: { property: 'kind', map: { a: '#000000' } },
      overview_tiles: { tile_url: url, ...zooms, source_layer: 'few' },
    },
    {
      type: 'vector_tiles',
      sources: [
        {
          id: 'both',
          tile_url: url,
          ...zooms,
          source_layers: [
            { id: 'one', filter: { property: 'is_one', equals: true } },
            { id: 'one', filter: { property: 'kind', equals: 'two' } },
          ],
        },
      ],
      point_radius: 6,
    },
    { type: 'raster', tile_url: url, tile_size: 512, ...zooms, opacity: 0.4 },
    { type: 'hillshade', dem_url: url, exaggeration: 0.3 },
    { type: 'none' },
  ]
  test.each(renderings)('is valid for a rendering of $type', (rendering) => {
    const entry = { ...catalog[0], rendering } as LayerEntry
    const style = mapStyle([entry])
    expect(validateStyleMin(style as never)).toEqual([])
    expect(style.layers.length > 0).toBe(rendering.type !== 'none')
  })
})

/** Over the middle of the sample's town, where every layer has something. */
const TOWN = { center: [-71.985, 30.0], zoom: 15 }
const NATION = { center: [-92, 38], zoom: 4 }
/** Layers with polygons in their tiles, and the view in which they are drawn. */
const ARCHIVED = LAYERS.flatMap(({ catalog: { slug }, archive }) =>
  archive ? [{ slug, table: archive.table, view: slug === 'boundaries' ? NATION : TOWN }] : [],
)

/** Deadline of a view: drawn in software, it takes seconds, and more on a busy machine. */
const DRAWN_WITHIN_MS = 240_000

describe.skipIf(!HAS_BROWSER)(
  'a map in a browser, on a page of another origin',
  {
    timeout: DRAWN_WITHIN_MS,
  },
  () => {
    let browser: MapBrowser
    beforeAll(async () => {
      browser = await openMapBrowser()
      await call('useKey', KEYS.good)
    })
    afterAll(() => browser?.close())

    // biome-ignore lint/suspicious/noExplicitAny: results of the page
    const call = (name: string, ...args: unknown[]): Promise<any> =>
      browser.page.evaluate(
        `globalThis.${name}(${args.map((each) => JSON.stringify(each)).join()})`,
      )

    test.each(ARCHIVED)(
      'draws $slug where the rows of $table lie, and nowhere else',
      async ({ slug, table, view }) => {
        await call('open', catalog, view)
        await call('showOnly', `${slug}/0/fill`)
        const box = await call('viewBox')
        const pack = sample.build.packs.get(table)!
        const { rendering } = catalog.find((entry) => entry.slug === slug)!
        const { max_zoom } = (rendering as Rendering & { type: 'vector_tiles' }).sources[0]
        // Tiles that are stretched past their last zoom are coarser by the same factor.
        const margin = 4 * 2 ** Math.max(0, view.zoom - max_zoom)
        const points = settledPoints(pack, box, margin)
        const colors: number[][] = await call(
          'colorsAt',
          points.map(({ place }) => place),
        )
        const wrong = points.filter(({ isThere }, i) => colors[i][3] > 0 !== isThere)
        expect(wrong).toEqual([])
        expect(points.filter(({ isThere }) => isThere).length).toBeGreaterThan(10)
        expect((await call('counts', 'none'))[`${slug}/0/fill`]).toBeGreaterThan(0)
      },
    )

    test('draws flood zones in the colours that the catalog gives their risk', async () => {
      await call('open', catalog, TOWN)
      await call('showOnly', 'flood-zones/0/fill')
      const pack = sample.build.packs.get('flood_zones')!
      const points = settledPoints(pack, await call('viewBox'), 4)
      const colors: number[][] = await call(
        'colorsAt',
        points.map(({ place }) => place),
      )
      const { map } = LAYERS.find(({ id }) => id === 'flood')!.archive!.colorBy!
      const seen = new Set<string>()
      points.forEach(({ row }, i) => {
        if (row === null) return
        const risk = `${pack.value(row, 'risk')}`
        seen.add(risk)
        const wanted = [1, 3, 5].map((at) => Number.parseInt(map[risk].slice(at, at + 2), 16))
        // The fill is half opaque on an empty canvas, which rounds the multiplied colours.
        wanted.forEach((part, k) => {
          expect(
            Math.abs(colors[i][k] - part),
            `${risk} at ${points[i].place}`,
          ).toBeLessThanOrEqual(3)
        })
      })
      expect(seen.size).toBeGreaterThan(1)
    })

    test('draws as many points as the service has in the view', async () => {
      const answers = await call('open', catalog, TOWN)
      await call('showOnly', '')
      const [west, south, east, north] = await call('viewBox')
      const inView = (table: string) =>
        sample.build.packs
          .get(table)!
          .rowsInBox(
            [west, south, east, north].map((degrees) => Math.round(degrees * GRID)) as Box,
            1e6,
          ).rows.length
      expect(answers).toEqual({ permits: { matched: inView('permits'), truncated: false } })
      expect(inView('permits')).toBeGreaterThan(5)
      expect((await call('counts', 'permit_key'))['permits/0/circle']).toBe(inView('permits'))
      expect(inView('market_points')).toBeGreaterThan(5)
      expect((await call('counts', 'observation_key'))['market/0/circle']).toBe(
        inView('market_points'),
      )
      if (process.env.PLAT_MAP_PICTURE)
        await browser.page.screenshot({ path: process.env.PLAT_MAP_PICTURE })
    })

    test('shades the ground where it slopes away from the light, and lights it where it faces it', async () => {
      await call('open', catalog, TOWN)
      await call('showOnly', 'elevation/')
      const [west, south, east, north] = await call('viewBox')
      const random = seededRandom(20_261_122)
      const places = Array.from({ length: 3_000 }, () => [
        west + (0.05 + random() * 0.9) * (east - west),
        south + (0.05 + random() * 0.9) * (north - south),
      ])
      const colors: number[][] = await call('colorsAt', places)
      const rasters = rastersOf(sample.build)
      const pack = sample.build.packs.get('elevation_rasters')!
      const refs = rasterRefs(
        Array.from({ length: pack.rows }, (_, row) => new LazyPackRow(pack, row)),
      )
      // 20 m to either side along the direction to the north-west, from where a map is lit.
      const [dx, dy] = [0.00015, 0.00013]
      const sums = { lit: 0, shaded: 0 }
      const counts = { lit: 0, shaded: 0 }
      for (const [i, [lng, lat]] of places.entries()) {
        const towards = await rasters.heightAt(refs, lng - dx, lat + dy)
        const away = await rasters.heightAt(refs, lng + dx, lat - dy)
        const rise = away!.height_m - towards!.height_m
        if (Math.abs(rise) < 0.4) continue
        const side = rise > 0 ? 'lit' : 'shaded'
        // White towards the light, black away from it; the canvas multiplies colour by opacity.
        sums[side] += colors[i][0]
        counts[side]++
      }
      expect(Math.min(counts.lit, counts.shaded)).toBeGreaterThan(20)
      expect(sums.lit / counts.lit).toBeGreaterThan(sums.shaded / counts.shaded + 20)
    })

    test('draws the archive itself as it draws its tiles', async () => {
      await call('open', catalog, TOWN)
      await call('showOnly', 'parcels/0/fill')
      const byTile = await call('counts', 'parcel_key')
      await call('openArchive', `${sample.base}/v1/archives/parcels.pmtiles`, 'parcels', TOWN)
      expect(await call('counts', 'parcel_key')).toEqual({ archive: byTile['parcels/0/fill'] })
      expect(byTile['parcels/0/fill']).toBeGreaterThan(100)
    })

    test('has no request that failed and no error of the map', async () => {
      expect(browser.failures).toEqual([])
      expect(await call('problems')).toEqual([])
    })
  },
)

/** A point in a view and the row of the table there, or null. */
interface SettledPoint {
  place: [lng: number, lat: number]
  row: number | null
  isThere: boolean
}

/**
 * Seeded points with the same row within `margin` pixels, so that they are away from every edge.
 */
function settledPoints(pack: Pack, box: number[], margin: number): SettledPoint[] {
  const [west, south, east, north] = box
  const random = seededRandom(20_261_121)
  const [dx, dy] = [(east - west) / 800, (north - south) / 600]
  return Array.from({ length: 2_000 }, () => {
    const lng = west + (0.05 + random() * 0.9) * (east - west)
    const lat = south + (0.05 + random() * 0.9) * (north - south)
    return [lng, lat] as [number, number]
  }).flatMap((place) => {
    const around: (number | null)[] = [0, 0.5, 1].flatMap((share) =>
      Array.from({ length: 12 }, (_, i) => {
        const [sin, cos] = [Math.sin((i * Math.PI) / 6), Math.cos((i * Math.PI) / 6)]
        const x = place[0] + sin * share * margin * dx
        const y = place[1] + cos * share * margin * dy
        return pack.rowsAt(Math.round(x * GRID), Math.round(y * GRID))[0] ?? null
      }),
    )
    const row = around[0]
    // Small shapes fit between the directions: the whole box around the point must be empty.
    const near = [place[0] - margin * dx, place[1] - margin * dy]
    const far = [place[0] + margin * dx, place[1] + margin * dy]
    const about = [...near, ...far].map((degrees) => Math.round(degrees * GRID)) as Box
    const isSettled =
      row === null ? pack.rowsInBox(about, 1).rows.length === 0 : !around.includes(null)
    if (!isSettled) return []
    // A colour between two rows belongs to neither.
    const isOne = around.every((each) => each === row)
    return [{ place, row: isOne ? row : null, isThere: row !== null }]
  })
}
