import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Findings } from './findings.ts'
import { POLYGON } from './mvt-layer.ts'
import { boxOf, type FlatRing } from './ring-nesting.ts'
import { readRings } from './tile-geometry.ts'
import { type RawFeature, verifyLabels } from './verify-labels.ts'
import type { Declared } from './verify-metadata.ts'
import { polygonProblem } from './verify-polygons.ts'
import { BUFFER, EXTENT } from './world-grid.ts'

/** Extents that the tiler writes: the usual one, and those of low zooms. */
const EXTENTS = [EXTENT, 2 * EXTENT, 4 * EXTENT, 8 * EXTENT]

/** West, north, east, south of what a tile draws, in its own units. */
export type DrawnBox = [number, number, number, number]

/** What a tile draws. */
export interface DrawnTile {
  box: DrawnBox
  /** The rings of each feature whose geometry can be read, in 4096ths of the tile. */
  features: FlatRing[][]
}

interface RawLayer {
  name: string
  version: number
  extent: number
  features: RawFeature[]
  keys: number
  values: number
}

/**
 * Decodes a tile twice: strictly, command by command, and with @mapbox/vector-tile as maps do.
 * Adds its findings and returns what it draws.
 */
export function verifyTile(
  bytes: Uint8Array,
  where: string,
  declared: Declared,
  findings: Findings,
): DrawnTile {
  const drawn: DrawnTile = { box: [Infinity, Infinity, -Infinity, -Infinity], features: [] }
  try {
    const layers = readLayers(bytes)
    const names = Object.keys(new VectorTile(new PbfReader(bytes)).layers)
    if (names.length !== layers.length || layers.length === 0) {
      findings.add('tile.layers', where, `${layers.length} layers, ${names.length} by name`)
    }
    const areas = layers.filter(({ name }) => name !== declared.labels)
    const labels = layers.filter(({ name }) => name === declared.labels)
    for (const layer of layers) verifyLayer(layer, where, declared, findings)
    for (const { extent, features } of areas)
      for (const feature of features) verifyArea(feature, extent, where, findings, drawn)
    for (const { extent, features } of labels) {
      const ids = new Set(areas.flatMap((area) => area.features.map(({ id }) => id ?? 0)))
      verifyLabels(features, extent, ids, where, findings)
    }
    verifyFields(new VectorTile(new PbfReader(bytes)), where, declared, findings)
  } catch (error) {
    findings.add('tile.mvt', where, (error as Error).message)
  }
  return drawn
}

function verifyLayer(layer: RawLayer, where: string, declared: Declared, findings: Findings): void {
  if (!declared.layers.has(layer.name)) {
    findings.add('tile.layer', where, `layer ${layer.name} is not in vector_layers`)
  }
  if (layer.version !== 2) findings.add('tile.version', where, `MVT version ${layer.version}`)
  const isExtent = EXTENTS.includes(layer.extent)
  if (!isExtent) findings.add('tile.extent', where, `extent ${layer.extent}`)
  if (layer.features.length === 0) findings.add('tile.empty', where, 'a layer without features')
  const ids = new Set<number>()
  for (const { id, tags } of layer.features) {
    const which = featureName(where, id)
    if (id !== undefined && ids.size === ids.add(id).size) {
      findings.add('feature.id', which, 'the id is there twice')
    }
    const isPaired = tags.length % 2 === 0
    if (!isPaired || tags.some((tag, i) => tag >= (i % 2 ? layer.values : layer.keys))) {
      findings.add('feature.tags', which, 'tags that point to nothing')
    }
  }
}

function verifyArea(
  { id, type, commands }: RawFeature,
  extent: number,
  where: string,
  findings: Findings,
  drawn: DrawnTile,
): void {
  const which = featureName(where, id)
  if (type !== POLYGON) findings.add('feature.type', which, `geometry type ${type}, not polygon`)
  verifyGeometry(commands, extent, which, findings, drawn)
}

function featureName(where: string, id: number | undefined): string {
  return `${where} feature ${id ?? 'without id'}`
}

function verifyGeometry(
  commands: number[],
  extent: number,
  where: string,
  findings: Findings,
  { box, features }: DrawnTile,
): void {
  const { rings, problem } = readRings(commands)
  if (problem !== undefined) {
    findings.add('geometry.commands', where, problem)
    return
  }
  const buffer = (BUFFER * extent) / EXTENT
  for (const ring of rings) {
    const [west, north, east, south] = boxOf(ring)
    if (Math.min(west, north) < -buffer || Math.max(east, south) > extent + buffer) {
      findings.add('geometry.outside', where, `reaches ${west} ${north} ${east} ${south}`)
    }
    box[0] = Math.min(box[0], west)
    box[1] = Math.min(box[1], north)
    box[2] = Math.max(box[2], east)
    box[3] = Math.max(box[3], south)
  }
  const fineness = extent / EXTENT
  features.push(fineness === 1 ? rings : rings.map((ring) => ring.map((at) => at / fineness)))
  const wrong = polygonProblem(rings)
  if (wrong) findings.add(wrong[0], where, wrong[1])
}

function verifyFields(
  tile: VectorTile,
  where: string,
  declared: Declared,
  findings: Findings,
): void {
  for (const [name, layer] of Object.entries(tile.layers)) {
    const fields = declared.layers.get(name)?.fields
    if (fields === undefined) continue
    const seen = new Map<string, string>()
    for (let i = 0; i < layer.length; i++) {
      const { properties } = layer.feature(i)
      for (const key in properties) {
        const type = typeof properties[key]
        if (seen.get(key) === type) continue
        seen.set(key, type)
        const declaredType = fields[key]
        if (declaredType !== 'Mixed' && declaredType?.toLowerCase() !== type) {
          findings.add(
            'metadata.fields',
            where,
            `${key} is a ${type}, declared ${declaredType ?? 'nowhere'}`,
          )
        }
      }
    }
  }
}

function readLayers(bytes: Uint8Array): RawLayer[] {
  return new PbfReader(bytes).readFields((tag, layers: RawLayer[], reader) => {
    if (tag !== 3) throw new Error(`field ${tag} in a tile`)
    const layer = { name: '', version: 1, extent: 4096, features: [], keys: 0, values: 0 }
    layers.push(reader.readMessage(readLayerField, layer))
  }, [])
}

function readLayerField(tag: number, layer: RawLayer, reader: PbfReader): void {
  if (tag === 15) layer.version = reader.readVarint()
  else if (tag === 1) layer.name = reader.readString()
  else if (tag === 2) {
    const feature = { id: undefined, type: 0, tags: [], commands: [] }
    layer.features.push(reader.readMessage(readFeatureField, feature))
  } else if (tag === 3) layer.keys++
  else if (tag === 4) layer.values++
  else if (tag === 5) layer.extent = reader.readVarint()
}

function readFeatureField(tag: number, feature: RawFeature, reader: PbfReader): void {
  if (tag === 1) feature.id = reader.readVarint()
  else if (tag === 2) reader.readPackedVarint(feature.tags)
  else if (tag === 3) feature.type = reader.readVarint()
  else if (tag === 4) reader.readPackedVarint(feature.commands)
}
