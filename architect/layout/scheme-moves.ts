import type { Random } from '../../random/seeded-random.ts'
import type { ProgramTables } from './program-tables.ts'
import {
  ABOVE,
  BANDS,
  BELOW,
  EAST_END,
  EAST_SIDE,
  EMPTY,
  PASSAGE,
  PORCH,
  type Scheme,
  type SchemeFrame,
  STAIR,
  WEST_END,
  WEST_SIDE,
} from './scheme.ts'

/** Limits of the numbers of a scheme; lengths in metres. */
const TILT_MIN = 0.7
const TILT_MAX = 1.4
const DEPTH_MIN_M = 3
const WING_WIDTH_MIN_M = 3.6
const WING_WIDTH_MAX_M = 11

/** Changes schemes at random, as a search by annealing needs it. */
export class SchemeMoves {
  private readonly tables: ProgramTables
  private readonly frame: SchemeFrame
  private readonly random: Random

  constructor(tables: ProgramTables, frame: SchemeFrame, random: Random) {
    this.tables = tables
    this.frame = frame
    this.random = random
  }

  /** Makes one change; false where the chosen one is not possible. */
  change(scheme: Scheme): boolean {
    const { random } = this
    const level = this.pick(scheme.storeys)
    const kind = random()
    if (kind < 0.34) return this.swapRooms(scheme, level)
    if (kind < 0.58) return this.moveCell(scheme, level)
    if (kind < 0.65) return this.tuck(scheme, level)
    if (kind < 0.71) return this.untuck(scheme, level)
    if (kind < 0.75) return this.reverse(scheme, level)
    if (kind < 0.78) return this.exchange(scheme, level)
    if (kind < 0.81) return this.togglePorch(scheme)
    if (kind < 0.94) return this.moveLines(scheme)
    return scheme.storeys > 1 ? this.changeStair(scheme) : this.moveLines(scheme)
  }

  private pick(count: number): number {
    return Math.floor(this.random() * count)
  }
  private nudge(value: number, by: number, least: number, most: number): number {
    return Math.min(most, Math.max(least, value + (this.random() - 0.5) * by))
  }

  /** Cells of a storey that hold rooms or the way to the front door. */
  private cells(scheme: Scheme, level: number): number {
    let count = 0
    for (let i = 0; i < scheme.lists; i++) count += scheme.count(scheme.list(level, i))
    return count
  }
  /** List of the cell with this number in its storey; `at` is in the field of that name. */
  private at = 0
  private listOf(scheme: Scheme, level: number, cell: number): number {
    let left = cell
    for (let i = 0; i < scheme.lists; i++) {
      const list = scheme.list(level, i)
      const count = scheme.count(list)
      if (left < count) {
        this.at = left
        return list
      }
      left -= count
    }
    return -1
  }

  /** Two rooms change places; those in corners stay there. */
  private swapRooms(scheme: Scheme, level: number): boolean {
    const cells = this.cells(scheme, level)
    const first = this.listOf(scheme, level, this.pick(cells))
    const at = this.at
    const second = this.listOf(scheme, level, this.pick(cells))
    const to = this.at
    const [one, other] = [scheme.room(first, at), scheme.room(second, to)]
    if (one === other || isFixed(one) || isFixed(other)) return false
    const corner = scheme.corner(second, to)
    if (corner !== EMPTY && one >= 0 && this.random() < 0.3) {
      if (this.tables.canTuck[one] === 0 || scheme.corner(first, at) !== EMPTY) return false
      scheme.setRoom(first, at, corner)
      scheme.setCorner(second, to, one, scheme.isCornerLeft(second, to))
      return true
    }
    // The way to the front door is in a band, without a corner.
    if (one < 0 && (corner !== EMPTY || !scheme.isBand(second))) return false
    if (other < 0 && (scheme.corner(first, at) !== EMPTY || !scheme.isBand(first))) return false
    scheme.setRoom(first, at, other)
    scheme.setRoom(second, to, one)
    return true
  }

  /** A room goes to another position, in a band, at an end of the hall or in a wing. */
  private moveCell(scheme: Scheme, level: number): boolean {
    const from = this.listOf(scheme, level, this.pick(this.cells(scheme, level)))
    const at = this.at
    const room = scheme.room(from, at)
    if (isFixed(room)) return false
    const corner = scheme.corner(from, at)
    const isLeft = scheme.isCornerLeft(from, at)
    const isOfBands = room < 0 || corner !== EMPTY
    const to = scheme.list(level, this.pick(isOfBands ? BANDS : scheme.lists))
    scheme.remove(from, at)
    scheme.insert(to, this.pick(scheme.count(to) + 1), room, corner, isLeft)
    return true
  }

  /** A small room takes the corner of another one. */
  private tuck(scheme: Scheme, level: number): boolean {
    const { canTuck, canHost } = this.tables
    const from = this.listOf(scheme, level, this.pick(this.cells(scheme, level)))
    const at = this.at
    const room = scheme.room(from, at)
    if (room < 0 || canTuck[room] === 0 || scheme.corner(from, at) !== EMPTY) return false
    const to = this.listOf(scheme, level, this.pick(this.cells(scheme, level)))
    const host = scheme.room(to, this.at)
    if (host < 0 || host === room || canHost[host] === 0 || !scheme.isBand(to)) return false
    if (scheme.corner(to, this.at) !== EMPTY) return false
    scheme.setCorner(to, this.at, room, this.random() < 0.5)
    scheme.remove(from, at)
    return true
  }

  private untuck(scheme: Scheme, level: number): boolean {
    const from = scheme.list(level, this.pick(BANDS))
    const count = scheme.count(from)
    if (count === 0) return false
    const at = this.pick(count)
    const corner = scheme.corner(from, at)
    if (corner === EMPTY) return false
    if (this.random() < 0.4) {
      scheme.setCorner(from, at, corner, !scheme.isCornerLeft(from, at))
      return true
    }
    scheme.setCorner(from, at, EMPTY, false)
    const to = scheme.list(level, this.pick(BANDS))
    scheme.insert(to, this.pick(scheme.count(to) + 1), corner)
    return true
  }

  /** A hall with an end at an outer wall needs no way to the front door. */
  private togglePorch(scheme: Scheme): boolean {
    for (let kind = BELOW; kind <= ABOVE; kind++) {
      const list = scheme.list(0, kind)
      const at = scheme.find(list, PORCH)
      if (at < 0) continue
      scheme.remove(list, at)
      return true
    }
    const list = scheme.list(0, this.pick(BANDS))
    scheme.insert(list, this.pick(scheme.count(list) + 1), PORCH)
    return true
  }

  private reverse(scheme: Scheme, level: number): boolean {
    const list = scheme.list(level, this.pick(scheme.lists))
    if (scheme.count(list) < 2) return false
    scheme.reverse(list)
    return true
  }

  /** The bands, the two ends of the hall or the two sides of a wing change places. */
  private exchange(scheme: Scheme, level: number): boolean {
    const wings = scheme.wings.length
    const kind = this.pick(3)
    if (kind === 0) {
      // Ways into wings stay in the band below.
      if (wings > 0) return false
      for (let each = 0; each < scheme.storeys; each++)
        scheme.exchange(scheme.list(each, BELOW), scheme.list(each, ABOVE))
      scheme.isStairBelow = !scheme.isStairBelow
    } else if (kind === 1 || wings === 0) {
      scheme.exchange(scheme.list(level, WEST_END), scheme.list(level, EAST_END))
      if (wings > 0) return true
      scheme.reverse(scheme.list(level, BELOW))
      scheme.reverse(scheme.list(level, ABOVE))
    } else {
      const wing = this.pick(wings)
      for (let each = 0; each < scheme.storeys; each++)
        scheme.exchange(scheme.list(each, WEST_SIDE, wing), scheme.list(each, EAST_SIDE, wing))
    }
    return true
  }

  private moveLines(scheme: Scheme): boolean {
    const { random, frame } = this
    const wing = scheme.wings.length > 0 && random() < 0.5 ? this.pick(scheme.wings.length) : -1
    const kind = random()
    if (wing >= 0) {
      const each = scheme.wings[wing]
      if (frame.length !== null || kind < 0.3)
        each.tilt = this.nudge(each.tilt, 0.2, TILT_MIN, TILT_MAX)
      else if (kind < 0.8 || scheme.wings.length > 1)
        each.width = this.nudge(each.width, 1.2, WING_WIDTH_MIN_M, WING_WIDTH_MAX_M)
      else if (each.at === 0 || each.at === 1) each.at = 1 - each.at
      else each.at = this.nudge(each.at, 0.3, 0.25, 0.75)
    } else if (frame.depth !== null || kind < 0.45)
      scheme.tilt = this.nudge(scheme.tilt, 0.2, TILT_MIN, TILT_MAX)
    else scheme.depth = this.nudge(scheme.depth, 1.2, DEPTH_MIN_M, 100)
    return true
  }

  private changeStair(scheme: Scheme): boolean {
    if (this.random() < 0.7) {
      scheme.stairAt = this.nudge(scheme.stairAt, 0.4, 0, 1)
      return true
    }
    const isBelow = scheme.isStairBelow
    // With a way into a wing, whose order in its band is that of the wings.
    if (scheme.wings.length > 0) return this.moveStairInList(scheme)
    for (let level = 0; level < scheme.storeys; level++) {
      const from = scheme.list(level, isBelow ? BELOW : ABOVE)
      const to = scheme.list(level, isBelow ? ABOVE : BELOW)
      scheme.remove(from, scheme.find(from, STAIR))
      scheme.insert(to, Math.floor(scheme.count(to) / 2), STAIR)
    }
    scheme.isStairBelow = !isBelow
    return true
  }

  /** The stair stays, and other rooms are to the left of it. */
  private moveStairInList(scheme: Scheme): boolean {
    const list = scheme.list(this.pick(scheme.storeys), ABOVE)
    scheme.remove(list, scheme.find(list, STAIR))
    scheme.insert(list, this.pick(scheme.count(list) + 1), STAIR)
    return true
  }
}

const isFixed = (room: number): boolean => room === STAIR || room === PASSAGE
