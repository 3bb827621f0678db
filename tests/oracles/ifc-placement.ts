import { refsOf, type StepData, type StepValue } from './step-reader.ts'

/** Where an object is: its origin, and the directions of its X and Y, with Y north and Z up. */
interface IfcPlacement {
  origin: [x: number, y: number, z: number]
  x: [number, number]
  y: [number, number]
}

/** The place of an object in the world by its chain of local placements, all upright. */
export function ifcPlacement({ instances }: StepData, placement: number): IfcPlacement {
  const { values } = instances.get(placement)!
  const [within] = refsOf(values[0])
  const [location, , direction] = instances
    .get(refsOf(values[1])[0])!
    .values.map((value) => numbers(instances.get(refsOf(value)[0])!.values[0]))
  const [u, v, w] = location
  const [a, b] = direction
  if (within === undefined) return { origin: [u, v, w], x: [a, b], y: [-b, a] }
  const { origin, x, y } = ifcPlacement({ instances } as StepData, within)
  const turned = (p: number, q: number): [number, number] => [
    x[0] * p + y[0] * q,
    x[1] * p + y[1] * q,
  ]
  const [dx, dy] = turned(u, v)
  return {
    origin: [origin[0] + dx, origin[1] + dy, origin[2] + w],
    x: turned(a, b),
    y: turned(-b, a),
  }
}

const numbers = (value: StepValue): number[] =>
  value.kind === 'list'
    ? value.values.map((each) => (each.kind === 'real' ? each.value : Number.NaN))
    : []
