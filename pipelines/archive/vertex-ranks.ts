import type { Fabric } from './fabric.ts'
import { eachRing, junctionsOf } from './vertex-index.ts'

/**
 * Ranks every vertex once: the squared distance (world units) at which Douglas-Peucker removes it.
 * A vertex never ranks below those that depend on it; one that always stays ranks `Infinity`.
 *
 * Neighbours rank their shared border alike, because a rank depends only on what they share:
 * junctions always stay, the arc between two junctions is ranked from its lexicographically lower
 * end, and an arc ends where an edge crosses a slice line (a multiple of 2^`lineShift`), so that
 * nothing outside a slice matters inside it.
 *
 * One number a point, at half the word index of its x.
 */
export function rankVertices(fabric: Fabric, lineShift: number): Float32Array {
  const { words } = fabric
  const pinned = junctionsOf(fabric)
  const ranks = new Float32Array(pinned.length)
  const arc = new Arc()
  eachRing(fabric, (first, end) => {
    pinCrossings(words, pinned, first, end, lineShift)
    let start = first
    while (start < end && pinned[start] === 0) start++
    if (start === end) start = lowestPoint(words, first, end)
    ranks[start] = Infinity
    // Once round the ring from pin to pin, ending on the pin it began with.
    const size = end - first
    let from = 0
    for (let step = 1; step <= size; step++) {
      const i = first + ((start - first + step) % size)
      if (pinned[i] === 0 && step < size) continue
      ranks[i] = Infinity
      // Most borders of lots are one straight edge: nothing to rank.
      if (step - from > 1) {
        arc.clear()
        for (let k = from; k <= step; k++) arc.push(words, first + ((start - first + k) % size))
        arc.rank(ranks)
      }
      from = step
    }
  })
  return ranks
}

function pinCrossings(
  words: Int32Array,
  pinned: Uint8Array,
  first: number,
  end: number,
  lineShift: number,
): void {
  let before = end - 1
  for (let i = first; i < end; i++) {
    if (
      words[2 * i] >> lineShift !== words[2 * before] >> lineShift ||
      words[2 * i + 1] >> lineShift !== words[2 * before + 1] >> lineShift
    ) {
      pinned[i] = 1
      pinned[before] = 1
    }
    before = i
  }
}

function lowestPoint(words: Int32Array, first: number, end: number): number {
  let lowest = first
  for (let i = first + 1; i < end; i++) {
    const dx = words[2 * i] - words[2 * lowest]
    if (dx < 0 || (dx === 0 && words[2 * i + 1] < words[2 * lowest + 1])) lowest = i
  }
  return lowest
}

/** The points between two pins. Grows to the longest arc met, at most one ring. */
class Arc {
  private points: number[] = []
  private x: number[] = []
  private y: number[] = []
  private stack: number[] = []

  clear(): void {
    this.points.length = 0
    this.x.length = 0
    this.y.length = 0
  }

  push(words: Int32Array, point: number): void {
    this.points.push(point)
    this.x.push(words[2 * point])
    this.y.push(words[2 * point + 1])
  }

  rank(ranks: Float32Array): void {
    const last = this.points.length - 1
    if (last < 2) return
    const dx = this.x[0] - this.x[last]
    const dy = this.y[0] - this.y[last]
    if (dx > 0 || (dx === 0 && dy > 0)) {
      this.points.reverse()
      this.x.reverse()
      this.y.reverse()
    }
    if (dx !== 0 || dy !== 0) {
      this.split(ranks, 0, last)
      return
    }
    // A loop: its far point stays too, or the loop would fold onto itself.
    const far = this.farthest()
    ranks[this.points[far]] = Infinity
    for (const [from, to] of [
      [0, far],
      [far, last],
    ]) {
      const half = new Arc()
      for (let i = from; i <= to; i++) {
        half.points.push(this.points[i])
        half.x.push(this.x[i])
        half.y.push(this.y[i])
      }
      half.rank(ranks)
    }
  }

  private farthest(): number {
    const x = this.x
    const y = this.y
    let far = 1
    let most = -1
    for (let i = 1; i < x.length - 1; i++) {
      const d = (x[i] - x[0]) ** 2 + (y[i] - y[0]) ** 2
      const isLower = x[i] < x[far] || (x[i] === x[far] && y[i] < y[far])
      if (d > most || (d === most && isLower)) {
        most = d
        far = i
      }
    }
    return far
  }

  private split(ranks: Float32Array, from: number, to: number): void {
    const x = this.x
    const y = this.y
    const stack = this.stack
    stack.push(from, to, Infinity)
    while (stack.length > 0) {
      const cap = stack.pop()!
      const b = stack.pop()!
      const a = stack.pop()!
      if (b - a < 2) continue
      const dx = x[b] - x[a]
      const dy = y[b] - y[a]
      const square = dx * dx + dy * dy
      let far = a + 1
      let most = -1
      for (let i = a + 1; i < b; i++) {
        let px = x[i] - x[a]
        let py = y[i] - y[a]
        if (square > 0) {
          const t = Math.min(1, Math.max(0, (px * dx + py * dy) / square))
          px -= t * dx
          py -= t * dy
        }
        const d = px * px + py * py
        if (d > most) {
          most = d
          far = i
        }
      }
      const rank = Math.min(cap, most)
      ranks[this.points[far]] = rank
      stack.push(a, far, rank, far, b, rank)
    }
  }
}
