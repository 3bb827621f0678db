import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import type { Box, Polygons } from '../../geometry/polygons.ts'
import type { Fault } from '../../geometry/soundness.ts'
import { type AttributeValue, type PropertyVisitor, visitProperties } from './flat-properties.ts'
import { LINES, linesAt, NOTHING, POLYGONS, part, polygonsAt } from './flat-shapes.ts'
import { FAULTS, type MeasuredSlice } from './measured-slice.ts'
import { SlicePolygons } from './slice-polygons.ts'

export type { AttributeValue } from './flat-properties.ts'

/** Measurements of a feature's polygons, taken while they were read. */
export interface Measures {
  /** The fault that the quick test of validity suspects. */
  fault: Fault
  bounds: Box
  area_m2: number
  hilbert: number
}

/** One feature as the publisher wrote it, with its polygons on the 1e-7 degree grid. */
export interface SourceFeature {
  /** Place in the file, from 0, those without a geometry last: names a row in messages. */
  number: number
  /** Null when the feature has no geometry or one that is not areal: `lacks` states which. */
  polygons: Polygons | null
  /** Measurements of the polygons, which are then in canonical form. */
  measures?: Measures
  /** Null unless the feature is lines: none of them where all vanished on the grid. */
  lines: Lines | null
  /** Null unless the feature is one point. */
  point: GridPoint | null
  lacks?: 'geometry' | 'area'
  /** Rings or lines that vanished on the 1e-7 degree grid. */
  collapsedRings: number
  /** Values by the requested names. */
  attributes: Record<string, AttributeValue>
}

/**
 * The features of a slice, numbered from `first`; `names` gives the wanted spelling of its columns.
 * GDAL's own feature loop costs 20 to 50 us a feature through the binding.
 */
export function featuresOf(
  slice: MeasuredSlice,
  names: ReadonlyMap<string, string>,
  first: number,
): SourceFeature[] {
  const attributesOf = attributeReader(slice, names)
  return Array.from(slice.kinds, (_, i) => featureOf(slice, i, first + i, attributesOf(i)))
}

/** One feature of a slice, under the number that it has in its file. */
export function featureOf(
  slice: MeasuredSlice,
  i: number,
  number: number,
  attributes: Record<string, AttributeValue>,
): SourceFeature {
  const kind = slice.kinds[i]
  if (kind !== POLYGONS) {
    const lacks = kind === NOTHING ? 'geometry' : 'area'
    return {
      number,
      polygons: null,
      lines: kind === LINES ? linesAt(slice, i) : null,
      point: pointOf(slice, i),
      lacks,
      collapsedRings: slice.collapsedRings[i],
      attributes,
    }
  }
  return {
    number,
    polygons: polygonsOf(slice, i),
    measures: measuresOf(slice, i),
    lines: null,
    point: null,
    collapsedRings: slice.collapsedRings[i],
    attributes,
  }
}

function pointOf({ points }: MeasuredSlice, i: number): GridPoint | null {
  return Number.isNaN(points[i * 2]) ? null : [points[i * 2], points[i * 2 + 1]]
}

function polygonsOf(slice: MeasuredSlice, i: number): Polygons {
  return new SlicePolygons(polygonsAt(slice, i), part(slice.wkb, slice.wkbEnds, i))
}

function measuresOf({ boxes, faults, areas, hilberts }: MeasuredSlice, i: number): Measures {
  const bounds: Box = [boxes[i * 4], boxes[i * 4 + 1], boxes[i * 4 + 2], boxes[i * 4 + 3]]
  return { fault: FAULTS[faults[i]], bounds, area_m2: areas[i], hilbert: hilberts[i] }
}

/** Reads a feature's attributes, under the requested names. */
function attributeReader(
  { bytes, columns, propertyStarts, propertyBytes }: MeasuredSlice,
  names: ReadonlyMap<string, string>,
): (feature: number) => Record<string, AttributeValue> {
  const file = {
    // Texts are short and many: `toString` of a Buffer needs no view of each, as a decoder does.
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    columns,
  }
  const wanted = columns.map(({ name }) => names.get(name))
  let attributes: Record<string, AttributeValue> = {}
  const visitor: PropertyVisitor = {
    value(column, value) {
      const name = wanted[column]
      if (name !== undefined) attributes[name] = value
    },
    text(column, source, from, to) {
      const name = wanted[column]
      if (name !== undefined) attributes[name] = source.toString('utf8', from, to)
    },
  }
  return (feature) => {
    attributes = {}
    for (const name of wanted) if (name !== undefined) attributes[name] = null
    visitProperties(file, propertyStarts[feature], propertyBytes[feature], visitor)
    return attributes
  }
}
