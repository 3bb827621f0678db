import { createRequire } from 'node:module'
import type * as WebIfc from 'web-ifc'
import type { Point3 } from '../../architect/geometry/vector.ts'

// The package has no entry for imports of Node.
const webIfc = createRequire(import.meta.url)('web-ifc') as typeof WebIfc
let api: WebIfc.IfcAPI | undefined

/** An IFC file as web-ifc reads it. Objects are named by the ids of their nodes. */
export interface IfcModel {
  /** Number of objects of a class without its subclasses: `IfcWall`. */
  count(type: string): number
  /** The attributes of the objects of a class. */
  lines(type: string): Record<string, unknown>[]
  /** The solids of each object of a class by its tag or name, with its openings cut. */
  solids(type: string): Map<string, IfcSolid>
  close(): void
}

/** The triangles of an object in the world of scenes, with Y up, and their volume and box. */
interface IfcSolid {
  positions: number[]
  indices: number[]
  volume: number
  low: Point3
  high: Point3
}

export async function openIfc(text: string): Promise<IfcModel> {
  if (!api) {
    api = new webIfc.IfcAPI()
    await api.Init()
  }
  const own = api
  const model = own.OpenModel(new TextEncoder().encode(text))
  const idsOf = (type: string): number[] => {
    const found = own.GetLineIDsWithType(model, own.GetTypeCodeFromName(type.toUpperCase()))
    return Array.from({ length: found.size() }, (_, index) => found.get(index))
  }
  return {
    count: (type) => idsOf(type).length,
    lines: (type) => idsOf(type).map((id) => own.GetLine(model, id)),
    solids: (type) =>
      new Map(
        idsOf(type).map((id) => {
          const { Tag, Name } = own.GetLine(model, id)
          return [Tag?.value ?? Name.value, solidOf(own, model, id)]
        }),
      ),
    close: () => own.CloseModel(model),
  }
}

function solidOf(own: WebIfc.IfcAPI, model: number, id: number): IfcSolid {
  const flat = own.GetFlatMesh(model, id)
  let volume = 0
  const [positions, triangles]: number[][] = [[], []]
  let [low, high]: [Point3, Point3] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let i = 0; i < flat.geometries.size(); i++) {
    const { geometryExpressID, flatTransformation: m } = flat.geometries.get(i)
    const geometry = own.GetGeometry(model, geometryExpressID)
    const vertices = own.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const indices = own.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
    // Each vertex has a position and a normal.
    const corner = (index: number): Point3 => {
      const [x, y, z] = vertices.slice(index * 6, index * 6 + 3)
      return [
        m[0] * x + m[4] * y + m[8] * z + m[12],
        m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
      ]
    }
    const corners = Array.from({ length: vertices.length / 6 }, (_, index) => corner(index))
    const [first] = corners
    const before = positions.length / 3
    positions.push(...corners.flat())
    triangles.push(...[...indices].map((index) => before + index))
    for (let k = 0; k < indices.length; k += 3)
      volume += coneVolume(
        first,
        corners[indices[k]],
        corners[indices[k + 1]],
        corners[indices[k + 2]],
      )
    for (const at of corners) {
      low = [Math.min(low[0], at[0]), Math.min(low[1], at[1]), Math.min(low[2], at[2])]
      high = [Math.max(high[0], at[0]), Math.max(high[1], at[1]), Math.max(high[2], at[2])]
    }
    geometry.delete()
  }
  return { positions, indices: triangles, volume, low, high }
}

function coneVolume(o: Point3, p: Point3, q: Point3, r: Point3): number {
  const [a, b, c] = [p, q, r].map(([x, y, z]) => [x - o[0], y - o[1], z - o[2]])
  return (
    (a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])) /
    6
  )
}
