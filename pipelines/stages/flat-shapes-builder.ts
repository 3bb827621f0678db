import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { PolygonsBuilder } from '../../geometry/polygons-builder.ts'
import type { FlatShapes } from './flat-shapes.ts'

/** Takes the polygons, lines and points of many features one after the other. */
export class FlatShapesBuilder extends PolygonsBuilder {
  private readonly shapes: Omit<FlatShapes, keyof Polygons>
  private feature = 0
  private collapsedBefore = 0
  private collapsedLines = 0

  constructor(features: number) {
    super()
    this.shapes = {
      kinds: new Uint8Array(features),
      points: new Float64Array(features * 2).fill(NaN),
      collapsedRings: new Uint32Array(features),
      coordsEnds: new Uint32Array(features),
      ringEndsEnds: new Uint32Array(features),
      polygonEndsEnds: new Uint32Array(features),
    }
  }

  endLine(): void {
    if (!this.finishLine()) this.collapsedLines++
  }

  /** Records the kind and the ends of a feature, and how many of its rings or lines vanished. */
  endFeature(kind: number, point: GridPoint | null = null): void {
    const { shapes, feature } = this
    this.feature++
    shapes.kinds[feature] = kind
    if (point) shapes.points.set(point, feature * 2)
    shapes.coordsEnds[feature] = this.length
    shapes.ringEndsEnds[feature] = this.partEnds.length
    shapes.polygonEndsEnds[feature] = this.polygonEnds.length
    const vanished = this.collapsedRings + this.collapsedLines
    shapes.collapsedRings[feature] = vanished - this.collapsedBefore
    this.collapsedBefore = vanished
  }

  finishShapes(): FlatShapes {
    const { ringEnds, polygonEnds } = this.finish()
    // In memory of its own, which a thread can give away.
    const coords = this.coords.slice(0, this.length)
    const all = { coords, ringEnds, polygonEnds }
    return { ...this.shapes, ...all, ...featureEnds(all, this.shapes) }
  }
}

/** Ends of rings and polygons as each feature counts them. */
function featureEnds(
  { ringEnds, polygonEnds }: Polygons,
  {
    coordsEnds,
    ringEndsEnds,
    polygonEndsEnds,
  }: Pick<FlatShapes, 'coordsEnds' | 'ringEndsEnds' | 'polygonEndsEnds'>,
) {
  for (let i = coordsEnds.length - 1; i > 0; i--) {
    for (let ring = ringEndsEnds[i - 1]; ring < ringEndsEnds[i]; ring++)
      ringEnds[ring] -= coordsEnds[i - 1] / 2
    for (let polygon = polygonEndsEnds[i - 1]; polygon < polygonEndsEnds[i]; polygon++)
      polygonEnds[polygon] -= ringEndsEnds[i - 1]
  }
  return { ringEnds, polygonEnds }
}
