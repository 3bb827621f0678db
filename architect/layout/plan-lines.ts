import { movedPlan, type PlacedPlan, type Rect } from './placed-plan.ts'
import type { ProgramTables } from './program-tables.ts'

type Axis = 'u' | 'v'

/** Lines of walls are the same where they differ by less than a micrometre. */
const SAME_M = 1e-6
/** A part of an outer wall is longer than it is thick. */
const CORNER_M = 0.35

const spanOf = ({ u0, u1, v0, v1 }: Rect, axis: Axis): [number, number] =>
  axis === 'u' ? [u0, u1] : [v0, v1]

const rectsOf = ({ storeys }: PlacedPlan): Rect[] =>
  storeys.flatMap(({ rooms, hall }) => [
    ...rooms.flatMap(({ rect, without }) => (without ? [rect, without] : [rect])),
    ...hall,
  ])

/** Positions of the lines of walls in one direction, in order. */
export function linesOf(plan: PlacedPlan, axis: Axis): number[] {
  const values = [
    ...outlineLines(plan, axis),
    ...rectsOf(plan).flatMap((rect) => spanOf(rect, axis)),
  ]
  return [...new Set(values)].sort((a, b) => a - b)
}

/** The plan with lines that nearly continue each other moved onto one. */
export function alignedPlan(tables: ProgramTables, plan: PlacedPlan, within: number): PlacedPlan {
  const exact = movedPlan(tables, plan, (_, value) => Math.round(value / SAME_M) * SAME_M + 0)
  const onto = { u: alignedLines(exact, 'u', within), v: alignedLines(exact, 'v', within) }
  return movedPlan(tables, exact, (axis, value) => onto[axis].get(value) ?? value)
}

/**
 * For each line the line that it moves onto: one of the outline, one of a hall, or the one before.
 * Walls of the outline are the thickest, so that no short part of them may be left.
 */
function alignedLines(plan: PlacedPlan, axis: Axis, within: number): Map<number, number> {
  const spans = rectsOf(plan).map((rect) => spanOf(rect, axis))
  const outline = outlineLines(plan, axis)
  const halls = hallLines(plan, axis)
  const onto = new Map<number, number>()
  const fixedHalls: number[] = []
  // Not where a part of a room would vanish between the two.
  const mayJoin = (a: number, b: number, most: number) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    return to - from < most && !spans.some(([low, high]) => low >= from && high <= to)
  }
  const nearestOf = (lines: readonly number[], value: number, most: number) =>
    lines
      .filter((line) => mayJoin(value, line, most))
      .sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0] ?? null
  let last: number | null = null
  const lines = linesOf(plan, axis)
  // Halls first, so that the lines of rooms on both sides move onto theirs.
  for (const value of [...lines.filter((line) => halls.includes(line)), ...lines]) {
    if (onto.has(value)) continue
    const corner = nearestOf(outline, value, CORNER_M)
    const near = corner ?? nearestOf(fixedHalls, value, within)
    if (near !== null) onto.set(value, near)
    else if (halls.includes(value)) {
      fixedHalls.push(value)
      onto.set(value, value)
    } else {
      if (last === null || !mayJoin(last, value, within)) last = value
      onto.set(value, last)
    }
  }
  return onto
}

/** Lines of outer walls. */
export function outlineLines({ length, depth, wings }: PlacedPlan, axis: Axis): number[] {
  return axis === 'u'
    ? [0, length, ...wings.flatMap(({ u0, u1 }) => [u0, u1])]
    : [0, depth, ...wings.map((wing) => -wing.length)]
}

/** Lines of halls and of the stair, onto which those of rooms move. */
function hallLines({ storeys, wings }: PlacedPlan, axis: Axis): number[] {
  return storeys.flatMap(({ hall: [main, ...others], stair }) =>
    axis === 'v'
      ? [main.v0, main.v1]
      : others
          .filter((each) => each === stair || wings.length > 0)
          .flatMap(({ u0, u1 }) => [u0, u1]),
  )
}
