import { zxyToTileId } from 'pmtiles'
import { expect, test } from 'vitest'
import { zoning } from '../../layers/zoning/layer.ts'
import { plainArchive } from '../../tests/fixtures/archive/plain-archive.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { renderingOf } from './rendering.ts'

const AREAS = { id: 'zoning', minzoom: 10, maxzoom: 14, fields: { district: 'String' } }
const POINTS = { ...AREAS, id: 'zoning_labels', minzoom: 13 }

/** The source of a build whose archive has this metadata. */
function sourceOf(more: object) {
  const metadata = { name: 'Zoning', description: 'Districts', attribution: 'Nobody', ...more }
  const tiles = [{ id: zxyToTileId(10, 1, 1), bytes: Uint8Array.of(1) }]
  const bytes = plainArchive(tiles, { metadata })
  const file = {
    path: 'tiles/zoning.pmtiles',
    read: (into: Uint8Array, at: number) => bytes.copy(into, 0, at, at + into.length),
  }
  const listed = { layer: 'zoning', file: file.path, bytes: bytes.length, sha256: '' }
  const build = { id: 'b-1', manifest: { archives: [listed] }, files: { file: () => file } }
  const rendering = renderingOf(zoning, build as unknown as ServedBuild, 'https://plat.example/api')
  return rendering.type === 'vector_tiles' ? { ...rendering.sources[0], rendering } : null
}

test('points for labels are named apart from the source layers that a map draws', () => {
  const source = sourceOf({ vector_layers: [AREAS, POINTS], 'plat:labels': 'zoning_labels' })
  expect(source?.source_layers.map(({ id }) => id)).toEqual(['zoning'])
  expect(source?.label_layer).toBe('zoning_labels')
})

test('areas are coloured by a property that their tiles have', () => {
  const fields = { ...AREAS.fields, use_group: 'String' }
  const colored = sourceOf({ vector_layers: [{ ...AREAS, fields }] })
  expect(colored?.rendering.color_by?.property).toBe('use_group')
  expect(sourceOf({ vector_layers: [AREAS] })?.rendering).not.toHaveProperty('color_by')
})

test('an archive of an older build is drawn and labelled as before', () => {
  const source = sourceOf({ vector_layers: [AREAS] })
  expect(source?.source_layers.map(({ id }) => id)).toEqual(['zoning'])
  expect(source).not.toHaveProperty('label_layer')
})
