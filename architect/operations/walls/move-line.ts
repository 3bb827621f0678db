import {
  add,
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
} from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { formatLength } from '../input/format-length.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { onCircle, sagittaBetween } from './arc-ends.ts'
import { carryAttached } from './carry-attached.ts'
import { followLoops } from './follow-loops.ts'
import {
  type EndName,
  type LineJoint,
  type OtherEnd,
  sineOf,
  surroundingsOf,
} from './line-joints.ts'
import { moveBorders, type SlidArc } from './move-borders.ts'
import { refuseSwept } from './swept-walls.ts'
import { JOINT_M, type WallLine, wallLineOf } from './wall-lines.ts'
import { nearestOnWall, onGrid } from './wall-snap.ts'
import { splitWall } from './wall-split.ts'

type Wall = NodeOf<'wall'>
type Ends = Pick<Wall, 'start' | 'end' | 'sagitta'>

/** What moving a line did to walls, by id. */
export interface LineMove {
  /** Walls that moved, or became longer or shorter. */
  moved: string[]
  /** Jogs, and parts of walls that a jog cut. */
  created: string[]
  /** Walls of which nothing is left. */
  removed: string[]
}

/** Codes with which `moveWallLine` refuses. */
export const MOVE_LINE_CODES = [
  'wall_too_short',
  'wall_overlaps',
  'wall_curved',
  'opening_overlap',
  'invalid_polygon',
  'limit_exceeded',
] as const satisfies RefusalCode[]

/** Walls at a smaller angle to the line, by its sine, have no corner with it. */
const SINE_MIN = 1e-3

/** How one joint of the line moves. */
interface JointMove {
  joint: LineJoint
  /** Where the line's own walls end now. */
  to: Point
  /** True where a wall stays at the old joint and a wall across leads to the new one. */
  isJog: boolean
  /** Other walls that end at the line here, and slid with it. */
  slid: readonly OtherEnd[]
}

/**
 * Moves a line of walls across itself, by `across` metres to the left of its direction. Walls that
 * meet it stretch or shorten along their own direction and never turn. An end of the line at the
 * side of another wall slides along it; where the run goes on past the end of `line`, a jog is
 * laid.
 * Openings and hanging items of the line move with it, those of other walls stay where they are.
 * Rooms, slabs, ceilings and roofs with a border along the line follow. The line must be read from
 * the scene of the edit; of several lines, move the one first whose way is free. Refuses where
 * walls would turn around, become shorter than they are thick or pass another wall; whether
 * openings and items still fit is checked by `refuseMisfits` and `resolveItems`.
 */
export function moveWallLine(edit: SceneEdit, line: WallLine, across: number): LineMove {
  if (across === 0) return { moved: [], created: [], removed: [] }
  return new LineEdit(edit, line, across).run()
}

class LineEdit {
  private readonly edit: SceneEdit
  private readonly line: WallLine
  private readonly across: number
  private readonly by: Point
  private readonly around: ReturnType<typeof surroundingsOf>
  private readonly ends = new Map<string, { wall: Wall; now: Ends }>()
  private readonly created: string[] = []
  /** Walls that a jog cut. */
  private readonly cut: Wall[] = []
  private readonly before: Scene

  constructor(edit: SceneEdit, line: WallLine, across: number) {
    this.edit = edit
    this.before = edit.scene
    this.line = line
    this.across = across
    this.by = scale(leftOf(line.direction), across)
    this.around = surroundingsOf(edit.scene, line)
  }

  run(): LineMove {
    const { edit, line, around } = this
    const joints = around.joints.map((joint) => this.moveJoint(joint))
    for (const end of around.sideEnds) this.slide(end)
    const changed = [...this.ends.values()]
    const gone = changed.filter(({ wall, now }) => this.isGone(wall, now)).map(({ wall }) => wall)
    const goneIds = idsOf(gone)
    for (const { wall, now } of changed) if (!goneIds.has(wall.id)) refuseTurned(wall, now)
    refuseSwept(around, [joints[0], joints[joints.length - 1]], this.by, this.ends)
    const groups = this.groups()
    for (const { wall, now } of changed) edit.change(wall.id, { ...now })
    carryAttached(edit, [
      { walls: around.members, by: this.by },
      ...groups.map((walls) => ({ walls, by: [0, 0] as const })),
    ])
    this.remove(gone)
    for (const joint of joints) if (joint.isJog) this.layJog(joint)
    // The facets of an arc that became longer or shorter are others than before.
    const added = this.created.map((id) => nodeOf(edit.scene, id, 'wall')!)
    const arcs = [...changed.map(({ wall }) => wall), ...added, ...this.cut].filter(isArc)
    const joining = [...around.members, ...gone, ...added, ...this.cut]
    const followed =
      arcs.length > 0
        ? followLoops(this.before, edit, line.levelId, idsOf(arcs), idsOf(joining))
        : new Set<string>()
    moveBorders(edit, line, this.by, joints, this.slidArcs(), followed)
    const shorter = this.cut.map(({ id }) => id).filter((id) => edit.scene.nodes[id])
    const moved = [...new Set([...changed.map(({ wall }) => wall.id), ...shorter])].filter(
      (id) => !goneIds.has(id),
    )
    return { moved, created: this.created, removed: [...goneIds] }
  }

  /** The arcs with an end on the line, except those that a jog cut. */
  private slidArcs(): SlidArc[] {
    return [...this.ends.values()].flatMap(({ wall }) => {
      const now = nodeOf(this.edit.scene, wall.id, 'wall')
      return now && isArc(wall) && !this.cut.includes(wall) ? [{ old: wall, now }] : []
    })
  }

  private moveJoint(joint: LineJoint): JointMove {
    const { at, own, others, outward, continuing, host } = joint
    const jog = outward && continuing !== null
    let to: Point
    let slid: readonly OtherEnd[] = []
    if (jog) to = this.jogEnd(joint)
    else if (outward && host && others.length === 0) to = this.slidAlong(host, at)
    else {
      const through = outward && throughPair(others)
      if (through) to = this.slideThrough(joint, through)
      else {
        to = this.slideOthers(joint)
        slid = others
      }
    }
    for (const { wall, end } of own) this.put(wall, end, to)
    return { joint, to, isJog: jog === true, slid }
  }

  /** The other walls of a corner slide; the line reaches the farthest of them. */
  private slideOthers({ at, others, outward }: LineJoint): Point {
    const ends = others.map((other) => this.slide(other))
    if (ends.length === 0) return onGrid(add(at, this.by))
    const reach = outward ?? this.line.direction
    return ends.reduce((best, end) => (dot(subtract(end, best), reach) > JOINT_M ? end : best))
  }

  /** Where the end of a part of a run comes to be: on a wall that leads there, or across. */
  private jogEnd(joint: LineJoint): Point {
    const forward = this.forwardWall(joint)
    if (!forward) return onGrid(add(joint.at, this.by))
    const to = this.slid(forward)
    const { wall } = forward
    if (distance(to, nearestOnWall(wall, to)) > JOINT_M)
      throw this.tooFar(wall, 'would pass the end of')
    return to
  }

  /** The end of the line slides along a wall that is not cut there. */
  private slidAlong(host: Wall, at: Point): Point {
    const to = this.slid(hostEnd(host, at))
    const { start, end } = wallLineOf(this.before, host.id)
    if (nearestOnSegment(to, start, end).distance > host.thickness / 2 + JOINT_M)
      throw this.tooFar(host, 'would pass the end of')
    return to
  }

  /** The first wall at a joint that leads to the side to which the line moves. */
  private forwardWall({ at, others, outward, host, continuing }: LineJoint): OtherEnd | null {
    const sign = Math.sign(this.across)
    const ends = [...others, ...(host ? [hostEnd(host, at), hostEnd(host, at, true)] : [])].filter(
      ({ out, wall }) => wall !== continuing && sineOf(this.line, out) * sign > SINE_MIN,
    )
    const inward = scale(outward!, -1)
    ends.sort((a, b) => dot(b.out, inward) - dot(a.out, inward))
    return ends[0] ?? null
  }

  private layJog({ joint, to }: JointMove): void {
    const forward = this.forwardWall(joint)
    const [{ wall }] = joint.own
    if (forward) {
      if (distance(to, forward.at) > JOINT_M && isAtJoint(forward, joint)) {
        // The part next to the joint is the new wall: back again, the wall is as it was.
        const { id } = forward.wall
        const rest = forward.end === 'start' ? 'end' : 'start'
        const { into } = splitWall(this.edit, id, [to], wall.thickness / 2, rest)
        this.cut.push(forward.wall)
        this.created.push(...into.filter((part) => part !== id))
      }
      return
    }
    const long = distance(joint.at, to)
    if (long < wall.thickness)
      throw new Refusal(
        'wall_too_short',
        `The wall across between the moved part and the rest would be ${formatLength(long)} long, less than its thickness of ${formatLength(wall.thickness)}: move by at least that, or the whole line.`,
        { nodeIds: [wall.id], details: { least: wall.thickness } },
      )
    const ends = { start: [...joint.at], end: [...to] } as Pick<Wall, 'start' | 'end'>
    const { thickness, height } = wall
    this.created.push(this.edit.add('wall', this.line.levelId, { ...ends, thickness, height }).id)
  }

  /**
   * Slides the end of the line along the run that passes it, also past walls that meet the run from
   * its other side.
   */
  private slideThrough({ at }: LineJoint, [first]: readonly OtherEnd[]): Point {
    const run = wallLineOf(this.edit.scene, first.wall.id)
    const walls = run.wallIds.map((id) => nodeOf(this.edit.scene, id, 'wall')!)
    const to = this.slid(first)
    const progress = (point: Point) => dot(subtract(point, run.start), run.direction)
    const stops = [run.start, ...walls.map((wall) => farEnd(wall, run.direction))]
    const index = stops.findIndex((stop) => distance(stop, at) <= JOINT_M)
    const rest = stops.toSpliced(index, 1)
    const found = rest.findIndex((stop) => progress(stop) >= progress(to) - JOINT_M)
    // At a joint that it reaches from its far side, nothing is passed: the part between is gone.
    const isReached = found >= 0 && found < index && distance(rest[found], to) <= JOINT_M
    const place = isReached ? found + 1 : found
    if (place <= 0) throw this.tooFar(first.wall, 'would pass the end of')
    const [low, high] = [Math.min(index, place) - 1, Math.max(index, place)]
    const passed = walls.slice(low, high + 1)
    if (place !== index && passed.some((wall) => !isAlike(wall, passed[0])))
      throw this.tooFar(passed.find((wall) => !isAlike(wall, passed[0]))!, 'would cut')
    const now = rest.toSpliced(place, 0, to)
    for (const [position, wall] of walls.entries()) {
      const isForward = dot(subtract(wall.end, wall.start), run.direction) > 0
      const [from, until] = [now[position], now[position + 1]]
      this.put(wall, isForward ? 'start' : 'end', from)
      this.put(wall, isForward ? 'end' : 'start', until)
    }
    return to
  }

  private tooFar(wall: Wall, what: string): Refusal {
    return new Refusal('wall_overlaps', `The line ${what} ${wall.id}, along which it slides.`, {
      nodeIds: [wall.id],
    })
  }

  private slide(other: OtherEnd): Point {
    const to = this.slid(other)
    this.put(other.wall, other.end, to)
    return to
  }

  /** Where the end of another wall comes to be: it stays on its own line, or on its circle. */
  private slid({ wall, at, out }: OtherEnd): Point {
    if (wall.sagitta !== 0) return onCircle(wall, at, this.line, this.across)
    const sine = sineOf(this.line, out)
    if (Math.abs(sine) < SINE_MIN)
      throw new Refusal(
        'wall_overlaps',
        `${wall.id} runs in the line that would move, without being part of it.`,
        { nodeIds: [wall.id] },
      )
    return onGrid(add(at, scale(out, this.across / sine)))
  }

  private put(wall: Wall, end: EndName, to: Point): void {
    const now = this.ends.get(wall.id)?.now ?? wall
    if (distance(now[end], to) === 0) return
    const moved = { start: now.start, end: now.end, [end]: [to[0], to[1]] }
    this.ends.set(wall.id, { wall, now: { ...moved, sagitta: sagittaBetween(wall, moved) } })
  }

  /** A wall of another direction of which nothing is left, and that carries nothing. */
  private isGone(wall: Wall, { start, end }: Ends): boolean {
    if (distance(start, end) > JOINT_M || this.line.wallIds.includes(wall.id)) return false
    const partners = this.groups().find((group) => group.includes(wall))
    return openingsOf(this.edit.scene, wall.id).length === 0 || (partners?.length ?? 0) > 1
  }

  /** The other walls whose ends moved, by their lines: openings may go from one to the next. */
  private groups(): Wall[][] {
    const seen = new Set(this.line.wallIds)
    return [...this.ends.values()].flatMap(({ wall }) => {
      if (seen.has(wall.id)) return []
      if (wall.sagitta !== 0) return [[wall]]
      const ids = wallLineOf(this.before, wall.id).wallIds
      for (const id of ids) seen.add(id)
      return [ids.map((id) => nodeOf(this.before, id, 'wall')!)]
    })
  }

  private remove(gone: readonly Wall[]): void {
    if (gone.length > 0) this.edit.remove(gone.map(({ id }) => id))
  }
}

/** Two other ends at a joint that leave it in opposite directions: a wall that passes it. */
function throughPair(others: readonly OtherEnd[]): OtherEnd[] | null {
  for (const [index, a] of others.entries())
    for (const b of others.slice(index + 1))
      if (a.wall.sagitta === 0 && b.wall.sagitta === 0 && dot(a.out, b.out) < -0.99999)
        return [a, b]
  return null
}

/** A point in the side of a wall, as if the wall ended there. */
function hostEnd(wall: Wall, at: Point, isBack = false): OtherEnd {
  const along = wallPath(wall).direction(0)
  return { wall, end: 'start', at, out: isBack ? scale(along, -1) : along }
}

const isArc = ({ sagitta }: Wall): boolean => sagitta !== 0
const idsOf = (walls: readonly Wall[]): Set<string> => new Set(walls.map(({ id }) => id))

const isAtJoint = ({ wall }: OtherEnd, { others, host }: LineJoint): boolean =>
  wall !== host && others.some((other) => other.wall === wall)

const farEnd = ({ start, end }: Wall, direction: Point): Point =>
  dot(subtract(end, start), direction) > 0 ? end : start

const isAlike = (a: Wall, b: Wall): boolean =>
  a.thickness === b.thickness &&
  a.height === b.height &&
  JSON.stringify(a.finishes) === JSON.stringify(b.finishes)

/** Refuses a wall that would turn around, or become shorter than it is thick. */
function refuseTurned(wall: Wall, now: Ends): void {
  const before = subtract(wall.end, wall.start)
  const after = subtract(now.end, now.start)
  const long = wallPath(now).length
  const isShorter = long < wallPath(wall).length
  if (dot(before, after) > 0 && (long >= wall.thickness || !isShorter)) return
  const length = dot(before, after) > 0 ? formatLength(long) : 'nothing'
  throw new Refusal(
    'wall_too_short',
    `${length === 'nothing' ? `Nothing would be left of ${wall.id}` : `${wall.id} would be ${length} long`}, less than its thickness of ${formatLength(wall.thickness)}.`,
    { nodeIds: [wall.id], details: { least: wall.thickness } },
  )
}
