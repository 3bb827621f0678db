import type { FlatRing } from './ring-nesting.ts'

/**
 * Reads a polygon's commands strictly, ring by ring in tile units: one MoveTo, one LineTo of at
 * least two points, one ClosePath, no step of length zero, no further commands. `problem` names the
 * first violation of the specification.
 */
export function readRings(commands: number[]): { rings: FlatRing[]; problem?: string } {
  const rings: FlatRing[] = []
  let x = 0
  let y = 0
  let i = 0
  const step = (): void => {
    x += unzigzag(commands[i++])
    y += unzigzag(commands[i++])
  }
  while (i < commands.length) {
    if (commands[i++] !== 9) return { rings, problem: 'a ring does not start with one MoveTo' }
    if (i + 2 > commands.length) return { rings, problem: 'a MoveTo without its point' }
    step()
    const ring = [x, y]
    const line = commands[i++]
    const count = line >>> 3
    if ((line & 7) !== 2 || count < 2) {
      return { rings, problem: 'a ring without a LineTo of two points or more' }
    }
    if (i + 2 * count > commands.length) return { rings, problem: 'a LineTo without its points' }
    for (let k = 0; k < count; k++) {
      const [beforeX, beforeY] = [x, y]
      step()
      if (x === beforeX && y === beforeY) return { rings, problem: 'a step of no length' }
      ring.push(x, y)
    }
    if (x === ring[0] && y === ring[1])
      return { rings, problem: 'the last point repeats the first' }
    if (commands[i++] !== 15) return { rings, problem: 'a ring is not closed' }
    rings.push(ring)
  }
  return { rings, problem: rings.length === 0 ? 'a polygon without rings' : undefined }
}

/** The signed number that MVT geometry writes as `value`. */
export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1)
}
