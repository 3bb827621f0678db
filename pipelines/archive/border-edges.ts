import { hashPoint } from './vertex-index.ts'

/**
 * The directed edges of a group of rings without those that run both ways, and the rings that the
 * rest forms. Tables are reused between groups and grow to the largest group.
 */
export class BorderEdges {
  private x: number[] = []
  private y: number[] = []
  private from: number[] = []
  private to: number[] = []
  private count: number[] = []
  private vertexTable = new Int32Array(1 << 10)
  private edgeTable = new Int32Array(1 << 10)

  clear(): void {
    for (const list of [this.x, this.y, this.from, this.to, this.count]) list.length = 0
    // A table that one large group has grown would have to be cleared for each later group.
    const isLarge = this.vertexTable.length + this.edgeTable.length > 1 << 13
    this.vertexTable = isLarge ? new Int32Array(1 << 10) : this.vertexTable.fill(0)
    this.edgeTable = isLarge ? new Int32Array(1 << 10) : this.edgeTable.fill(0)
  }

  /** Adds the closed ring of the words `begin` to `end` (x, y, x, y, ...). */
  addRing(words: Int32Array, begin: number, end: number): void {
    let before = this.vertex(words[end - 2], words[end - 1])
    for (let i = begin; i < end; i += 2) {
      const here = this.vertex(words[i], words[i + 1])
      if (here !== before) this.edge(before, here)
      before = here
    }
  }

  /**
   * The rings of the remaining edges, as x, y, x, y, ...; no ring passes a vertex twice. Shells
   * have a positive area, holes a negative one. Rings without area are left out.
   */
  rings(): number[][] {
    const outgoing = this.outgoing()
    const rings: number[][] = []
    for (let seed = 0; seed < this.from.length; seed++) {
      while (this.count[seed] > 0) this.walk(seed, outgoing, rings)
    }
    return rings
  }

  /**
   * Walks from edge to edge back to the start, and cuts off a ring at each vertex that it meets
   * twice.
   */
  private walk(seed: number, outgoing: Outgoing, rings: number[][]): void {
    const path: number[] = []
    const placeOf = new Map<number, number>()
    let edge = seed
    while (edge !== -1) {
      this.count[edge]--
      const vertex = this.from[edge]
      placeOf.set(vertex, path.length)
      path.push(vertex)
      const next = this.to[edge]
      const place = placeOf.get(next)
      if (place !== undefined) {
        const loop = path.splice(place)
        for (const v of loop) placeOf.delete(v)
        this.appendRing(loop, rings)
        if (path.length === 0) return
        edge = this.turn(path[path.length - 1], next, outgoing)
      } else {
        edge = this.turn(vertex, next, outgoing)
      }
    }
    throw new Error('a border does not close')
  }

  private appendRing(loop: number[], rings: number[][]): void {
    if (loop.length < 3) return
    const ring: number[] = []
    let doubled = 0
    for (let i = 0; i < loop.length; i++) {
      const a = loop[i]
      const b = loop[(i + 1) % loop.length]
      ring.push(this.x[a], this.y[a])
      const ox = this.x[loop[0]]
      const oy = this.y[loop[0]]
      doubled += (this.x[a] - ox) * (this.y[b] - oy) - (this.x[b] - ox) * (this.y[a] - oy)
    }
    if (doubled !== 0) rings.push(ring)
  }

  /**
   * The edge that leaves `here` next to the inside of the edge `before`-`here`, which lies to the
   * right of travel. Where parts touch in a vertex, each part's own corner stays together.
   */
  private turn(before: number, here: number, { first, next }: Outgoing): number {
    let best = -1
    let least = Infinity
    const back = Math.atan2(this.y[before] - this.y[here], this.x[before] - this.x[here])
    let choices = 0
    for (let e = first[here]; e !== -1; e = next[e]) {
      if (this.count[e] === 0) continue
      choices++
      best = e
    }
    if (choices < 2) return best
    for (let e = first[here]; e !== -1; e = next[e]) {
      if (this.count[e] === 0) continue
      const to = this.to[e]
      const ahead = Math.atan2(this.y[to] - this.y[here], this.x[to] - this.x[here])
      let turn = back - ahead
      while (turn <= 1e-12) turn += 2 * Math.PI
      if (turn < least) {
        least = turn
        best = e
      }
    }
    return best
  }

  private outgoing(): Outgoing {
    const first = new Int32Array(this.x.length).fill(-1)
    const next = new Int32Array(this.from.length).fill(-1)
    for (let e = this.from.length - 1; e >= 0; e--) {
      if (this.count[e] === 0) continue
      next[e] = first[this.from[e]]
      first[this.from[e]] = e
    }
    return { first, next }
  }

  private vertex(x: number, y: number): number {
    if (2 * this.x.length >= this.vertexTable.length) this.growVertices()
    const mask = this.vertexTable.length - 1
    let h = hashPoint(x, y) & mask
    for (let v = this.vertexTable[h]; v !== 0; v = this.vertexTable[h]) {
      if (this.x[v - 1] === x && this.y[v - 1] === y) return v - 1
      h = (h + 1) & mask
    }
    this.y.push(y)
    this.vertexTable[h] = this.x.push(x)
    return this.x.length - 1
  }

  private edge(from: number, to: number): void {
    const opposite = this.find(to, from)
    if (opposite >= 0 && this.count[opposite] > 0) {
      this.count[opposite]--
      return
    }
    const same = this.find(from, to)
    if (same >= 0) {
      this.count[same]++
      return
    }
    if (2 * this.from.length >= this.edgeTable.length) this.growEdges()
    this.from.push(from)
    this.to.push(to)
    this.place(this.count.push(1) - 1)
  }

  private find(from: number, to: number): number {
    const mask = this.edgeTable.length - 1
    let h = hashPoint(from, to) & mask
    for (let e = this.edgeTable[h]; e !== 0; e = this.edgeTable[h]) {
      if (this.from[e - 1] === from && this.to[e - 1] === to) return e - 1
      h = (h + 1) & mask
    }
    return -1
  }

  private place(edge: number): void {
    const mask = this.edgeTable.length - 1
    let h = hashPoint(this.from[edge], this.to[edge]) & mask
    while (this.edgeTable[h] !== 0) h = (h + 1) & mask
    this.edgeTable[h] = edge + 1
  }

  private growVertices(): void {
    this.vertexTable = new Int32Array(2 * this.vertexTable.length)
    const mask = this.vertexTable.length - 1
    for (let v = 0; v < this.x.length; v++) {
      let h = hashPoint(this.x[v], this.y[v]) & mask
      while (this.vertexTable[h] !== 0) h = (h + 1) & mask
      this.vertexTable[h] = v + 1
    }
  }

  private growEdges(): void {
    this.edgeTable = new Int32Array(2 * this.edgeTable.length)
    for (let e = 0; e < this.from.length; e++) this.place(e)
  }
}

/** Edges by the vertex they leave, as linked lists; -1 ends a list. */
interface Outgoing {
  first: Int32Array
  next: Int32Array
}
