import { headLine, type OpeningSpan } from '../openings/openings.ts'

/** A stretch of a wall between two stations in which the heights of all openings run straight. */
export interface WallColumn {
  from: number
  to: number
  /** The solid parts of the wall, from below up, in heights above the wall's foot. */
  solids: Solid[]
}

/** Lower and upper edge at the column's start and end. */
export interface Solid {
  low: [number, number]
  high: [number, number]
}

/** Stations nearer than this count as one, in metres: a tenth of the grid. */
const STATION_M = 1e-5
/** Least length of wall between an opening and a join, in metres. */
const PIER_M = 0.001

/** Heights to the micrometre, so that sums of heights meet exactly. */
const rounded = (y: number): number => Math.round(y * 1e6) / 1e6

/**
 * The columns of a wall's full stretch from `from` to `to`, cut at the openings in it and at
 * `bends`. The first begins and the last ends within the stretch; without openings and bends there
 * is none.
 */
export function wallColumns(
  stretch: { from: number; to: number; height: number },
  bends: readonly number[],
  openings: readonly OpeningSpan[],
): WallColumn[] {
  const { height } = stretch
  const voids = openings.flatMap((span) => voidOf(span, stretch))
  const stations = distinct(bends, voids)
  const columns: WallColumn[] = []
  // Each void is looked at from its first column to its last: a wall may have 1,000 openings.
  const waiting = [...voids].sort((a, b) => a.from - b.from)
  let [begun, open] = [0, [] as Void[]]
  for (let i = 1; i < stations.length; i++) {
    const [from, to] = [stations[i - 1], stations[i]]
    while (begun < waiting.length && waiting[begun].from < to - STATION_M)
      open.push(waiting[begun++])
    open = open.filter((each) => each.to > from + STATION_M)
    columns.push({ from, to, solids: solidsOf(from, to, open, height) })
  }
  return columns
}

interface Void {
  from: number
  to: number
  low: number
  /** Its upper edge, from `from` to `to`. */
  line: { s: number; y: number }[]
}

/** The part of an opening within the wall; undefined where the opening lies outside of it. */
function voidOf(span: OpeningSpan, stretch: { from: number; to: number; height: number }): Void[] {
  const from = Math.max(span.from, stretch.from + PIER_M)
  const to = Math.min(span.to, stretch.to - PIER_M)
  const low = Math.max(0, rounded(span.sill))
  if (to - from < STATION_M || low >= stretch.height) return []
  const whole = headLine(span)
  const inner = whole.filter(({ s }) => s > from + STATION_M && s < to - STATION_M)
  const line = [{ s: from, y: heightAt(whole, from) }, ...inner, { s: to, y: heightAt(whole, to) }]
  return [{ from, to, low, line }]
}

function heightAt(line: readonly { s: number; y: number }[], s: number): number {
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    if (s <= b.s || i === line.length - 1) return a.y + ((b.y - a.y) * (s - a.s)) / (b.s - a.s)
  }
  return line[0].y
}

/**
 * Bends and the corners of openings in order; what is next to another goes onto it, bends first.
 */
function distinct(bends: readonly number[], voids: readonly Void[]): number[] {
  const cells = new Map<number, number[]>()
  const isNear = (s: number, cell: number) =>
    cells.get(cell)?.some((other) => Math.abs(other - s) < STATION_M) ?? false
  for (const s of [...bends, ...voids.flatMap(({ line }) => line.map((corner) => corner.s))]) {
    const cell = Math.floor(s / STATION_M)
    if (isNear(s, cell - 1) || isNear(s, cell) || isNear(s, cell + 1)) continue
    cells.set(cell, [...(cells.get(cell) ?? []), s])
  }
  return [...cells.values()].flat().sort((a, b) => a - b)
}

function solidsOf(from: number, to: number, voids: readonly Void[], height: number): Solid[] {
  const at = (line: Void['line'], s: number) => Math.min(height, rounded(heightAt(line, s)))
  const holes = voids
    .map(({ low, line }) => ({ low, high: [at(line, from), at(line, to)] as [number, number] }))
    .sort((a, b) => a.low - b.low)
  const solids: Solid[] = []
  let floor: [number, number] = [0, 0]
  for (const { low, high } of holes) {
    if (low > floor[0] || low > floor[1])
      solids.push({ low: floor, high: [Math.max(low, floor[0]), Math.max(low, floor[1])] })
    floor = [Math.max(floor[0], high[0]), Math.max(floor[1], high[1])]
  }
  if (floor[0] < height || floor[1] < height) solids.push({ low: floor, high: [height, height] })
  return solids
}
