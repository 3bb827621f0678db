import { areaM2 } from '../../geometry/geodesic-area.ts'
import { hilbertOf } from '../../geometry/hilbert.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { type Fault, faultOf } from '../../geometry/soundness.ts'
import { WKB_HEAD_BYTES, writeWkb } from '../../geometry/wkb.ts'
import { FlatGeobuf } from './flat-geobuf.ts'
import { readShapes } from './flat-geobuf-shapes.ts'
import { type PropertyColumn, visitProperties } from './flat-properties.ts'
import { type FlatShapes, POLYGONS, PolygonsCursor } from './flat-shapes.ts'
import { MeasuredTexts, type TextColumn } from './measured-texts.ts'

export const FAULTS: readonly Fault[] = [
  null,
  'self_intersection',
  'ring_contact',
  'hole_outside_shell',
  'nested_rings',
]

/**
 * The features of a slice in flat memory, which goes from thread to thread without a copy: one
 * entry a feature in every column, and lists whose part of a feature ends at its entry in
 * `...Ends`.
 */
export interface MeasuredSlice extends FlatShapes, SliceProperties, ShapeMeasures {
  /** All columns as texts, when requested. */
  texts: TextColumn[]
}

/** Attributes of features as a FlatGeobuf holds them. */
export interface SliceProperties {
  columns: PropertyColumn[]
  /** The FlatGeobuf that GDAL wrote, or properties alone. */
  bytes: Uint8Array
  /** Where a feature's properties are in `bytes`, and how many bytes they take. */
  propertyStarts: Float64Array
  propertyBytes: Uint32Array
}

interface ShapeMeasures {
  /** West, south, east and north in grid units. */
  boxes: Float64Array
  /** The fault that the quick test suspects, an index in `FAULTS`. */
  faults: Uint8Array
  areas: Float64Array
  hilberts: Float64Array
  wkb: Uint8Array
  wkbEnds: Uint32Array
}

/** Measures the features of a FlatGeobuf that GDAL wrote into memory. */
export function measureSlice(bytes: Uint8Array, wantsTexts: boolean): MeasuredSlice {
  const file = new FlatGeobuf(bytes)
  const starts = file.featureStarts()
  const count = starts.length
  const shapes = readShapes(file, starts)
  const texts = wantsTexts ? new MeasuredTexts(file.columns, count) : null
  const propertyStarts = new Float64Array(count)
  const propertyBytes = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    propertyStarts[i] = file.propertiesOf(starts[i])
    propertyBytes[i] = file.countOf(propertyStarts[i])
    if (!texts) continue
    texts.begin(i)
    visitProperties(file, propertyStarts[i], propertyBytes[i], texts)
  }
  const properties = { columns: file.columns, bytes, propertyStarts, propertyBytes }
  return { ...measureShapes(shapes), ...properties, texts: texts?.finish() ?? [] }
}

/**
 * Does for each feature all that needs neither GDAL nor the pipeline: quick test of validity, box,
 * area, place on the Hilbert curve, WKB. It is pure, so that it runs in any thread.
 */
export function measureShapes(shapes: FlatShapes): FlatShapes & ShapeMeasures {
  const count = shapes.kinds.length
  const measures = {
    boxes: new Float64Array(count * 4),
    faults: new Uint8Array(count),
    areas: new Float64Array(count),
    hilberts: new Float64Array(count),
    ...emptyWkb(shapes),
  }
  const wkb = new DataView(measures.wkb.buffer)
  const polygons = new PolygonsCursor(shapes)
  for (let i = 0, end = 0; i < count; i++) {
    if (shapes.kinds[i] === POLYGONS) end = measure(polygons.at(i), i, measures, { wkb, end })
    measures.wkbEnds[i] = end
  }
  return { ...shapes, ...measures }
}

/** Room for the WKB of all polygons: a ring repeats its first point. */
function emptyWkb({ kinds, coords, ringEnds, polygonEnds }: FlatShapes) {
  const points = coords.length / 2 + ringEnds.length
  const heads = (kinds.length + polygonEnds.length) * WKB_HEAD_BYTES + ringEnds.length * 4
  return { wkb: new Uint8Array(points * 16 + heads), wkbEnds: new Uint32Array(kinds.length) }
}

type Measures = Pick<ShapeMeasures, 'boxes' | 'faults' | 'areas' | 'hilberts'>

/** Measures a feature's polygons and returns where their WKB ends. */
function measure(
  polygons: Polygons,
  i: number,
  into: Measures,
  { wkb, end }: { wkb: DataView; end: number },
): number {
  const box = boundsOf(polygons)
  for (let side = 0; side < 4; side++) into.boxes[i * 4 + side] = box[side]
  // A shape with coordinates that are not degrees is refused before any other test.
  if (isOnEarth(box)) {
    into.faults[i] = FAULTS.indexOf(faultOf(polygons))
    into.areas[i] = areaM2(polygons)
    into.hilberts[i] = hilbertOf(box)
  }
  return writeWkb(polygons, wkb, end)
}

/** Whether a box in grid units has only degrees in it. */
export function isOnEarth([west, south, east, north]: Box): boolean {
  return west >= -180 * GRID && east <= 180 * GRID && south >= -90 * GRID && north <= 90 * GRID
}

/** The buffers of a slice, to be transferred with it. */
export function buffersOf({ texts, columns, ...lists }: MeasuredSlice): ArrayBuffer[] {
  const ofTexts = texts.flatMap(({ bytes, ends, nulls }) => [bytes, ends, nulls])
  return [...Object.values(lists), ...ofTexts].map(({ buffer }) => buffer as ArrayBuffer)
}
