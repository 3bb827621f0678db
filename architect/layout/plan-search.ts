import { type Random, seededRandom } from '../../random/seeded-random.ts'
import type { PlacedFrame } from './outline-frames.ts'
import { PlanPlacer } from './place-plan.ts'
import { PlanCost } from './plan-cost.ts'
import type { ProgramTables } from './program-tables.ts'
import { ABOVE, BELOW, PASSAGE, PORCH, Scheme, STAIR, TIP, WEST_SIDE } from './scheme.ts'
import { SchemeMoves } from './scheme-moves.ts'

/** Points that a change may cost at the end of each search, with a probability of 1/e. */
const COLD = 1
/** Share of the steps that make two changes. */
const TWICE = 0.3
/** Area of a first plan with its hall and walls, for each square metre of its rooms. */
const FIRST_AREA = 1.2
/** Of the length of a first plan to its depth. */
const FIRST_ASPECT = 1.35

/**
 * A search by simulated annealing in one direction of the hall. It owns three schemes and one plan,
 * and its steps allocate nothing.
 */
export class PlanSearch {
  readonly frame: PlacedFrame
  readonly best: Scheme
  least: number
  private readonly placer: PlanPlacer
  private readonly cost: PlanCost
  private readonly random: Random
  private readonly moves: SchemeMoves
  private now: Scheme
  private next: Scheme

  constructor(tables: ProgramTables, frame: PlacedFrame, seed: number, stream: string) {
    this.frame = frame
    this.random = seededRandom(seed, stream)
    this.placer = new PlanPlacer(tables)
    this.cost = new PlanCost(tables)
    this.moves = new SchemeMoves(tables, frame, this.random)
    this.best = firstScheme(tables, frame, this.random)
    this.now = new Scheme(frame)
    this.next = new Scheme(frame)
    this.least = this.costOf(this.best)
  }

  /** Goes on from the best scheme: `hot` points may be lost at first, few at the end. */
  anneal(steps: number, hot: number): void {
    const { random, moves, best } = this
    this.now.copyFrom(best)
    let cost = this.least
    const cooling = (COLD / hot) ** (1 / steps)
    let heat = hot
    for (let step = 0; step < steps; step++) {
      heat *= cooling
      const { now, next } = this
      next.copyFrom(now)
      if (!moves.change(next)) continue
      // Two at once lead out of where each of them is worse.
      if (random() < TWICE) moves.change(next)
      const nextCost = this.costOf(next)
      if (nextCost > cost && random() >= Math.exp((cost - nextCost) / heat)) continue
      this.now = next
      this.next = now
      cost = nextCost
      if (cost < this.least) {
        this.least = cost
        best.copyFrom(next)
      }
    }
  }

  private costOf(scheme: Scheme): number {
    return this.cost.of(scheme, this.placer.place(scheme))
  }
}

/** The rooms of each storey in bands and wings, shuffled. */
function firstScheme(tables: ProgramTables, frame: PlacedFrame, random: Random): Scheme {
  const { program, levels, area } = tables
  const scheme = new Scheme(frame)
  for (const [level, rooms] of levels.entries()) {
    const cells = level === 0 ? [...rooms, PORCH] : [...rooms]
    for (let i = cells.length - 1; i > 0; i--) {
      const k = Math.floor(random() * (i + 1))
      ;[cells[i], cells[k]] = [cells[k], cells[i]]
    }
    const [below, above] = [scheme.list(level, BELOW), scheme.list(level, ABOVE)]
    // Each wing has a room for its end, and one for a side.
    for (let wing = 0; wing < frame.wings.length; wing++) {
      for (const kind of [TIP, WEST_SIDE]) {
        const at = cells.findIndex((room) => room >= 0)
        if (at >= 0 && cells.length > 4)
          scheme.insert(scheme.list(level, kind, wing), 0, cells.splice(at, 1)[0])
      }
    }
    const half = Math.ceil(cells.length / 2)
    for (const [i, room] of cells.entries()) {
      const list = i < half ? below : above
      scheme.insert(list, scheme.count(list), room)
    }
    for (const { at } of frame.wings)
      scheme.insert(below, Math.round(at * scheme.count(below)), PASSAGE)
    if (program.storeys > 1) scheme.insert(above, Math.floor(scheme.count(above) / 2), STAIR)
  }
  const all = area.reduce((sum, each) => sum + each, 0) / program.storeys
  const main = frame.wings.length === 0 ? all : all * 0.65
  scheme.length = frame.length ?? 0
  scheme.depth = frame.depth ?? Math.sqrt((main * FIRST_AREA) / FIRST_ASPECT)
  return scheme
}
