/** In place of a room: the stair, the way to the front door, and the way into a wing. */
export const STAIR = -1
export const PORCH = -2
export const PASSAGE = -3

/** No room in the corner of a cell. */
export const EMPTY = -1
/** Added to the room in a corner that lies on the left of its cell, not on the right. */
const LEFT_HAND = 1_024

/** Lists of a storey: bands below and above the hall, the rooms that close its two ends. */
export const BELOW = 0
export const ABOVE = 1
export const BANDS = 2
export const WEST_END = 2
export const EAST_END = 3
const MAIN_LISTS = 4
/** Lists of a wing: the rooms on both sides of its hall from the house outwards, and its end. */
export const WEST_SIDE = 0
export const EAST_SIDE = 1
export const TIP = 2
const WING_LISTS = 3
export const WINGS_MAX = 2

/** A part of a building below the bottom of its main part, across it. */
export interface Wing {
  /** 0 at the left end of the main part, 1 at its right one. */
  at: number
  /** Between the middles of its outer walls, in metres; a length of 0 follows from its rooms. */
  width: number
  length: number
  /** Moves its hall, as `tilt` of a scheme does. */
  tilt: number
}

/**
 * How the rooms of a building lie to each other, before they have sizes: along a hall from left to
 * right, with a band of rooms below it and one above it, and rooms that close its two ends over the
 * whole depth. A wing is the same once more, turned by 90 degrees. A scheme is drawn in its own
 * frame: u along the hall, v across it, both from 0; wings have negative v.
 *
 * The rooms are in arrays of numbers, so that a search copies a scheme without an allocation.
 */
export class Scheme {
  /** False: u is east and v north. True: u is north and v east. */
  isTurned: boolean
  /** True: v goes the other way. */
  isFlipped: boolean
  /** Between the middles of outer walls, in metres; a length of 0 follows from the rooms. */
  depth = 0
  length = 0
  /** Moves the hall: 1 where both bands are as deep as their areas want, 1.2 a fifth more below. */
  tilt = 1
  /** Where the stair stands between the ends of the hall, 0 to 1. */
  stairAt = 0.5
  isStairBelow = false
  readonly wings: Wing[]
  readonly storeys: number
  /** Lists of one storey. */
  readonly lists: number
  private readonly capacity: number
  private readonly counts: Int16Array
  private readonly rooms: Int16Array
  private readonly corners: Int16Array

  constructor(frame: SchemeFrame) {
    this.isTurned = frame.isTurned
    this.isFlipped = frame.isFlipped
    this.storeys = frame.storeys
    this.wings = frame.wings.map((wing) => ({ ...wing }))
    this.lists = MAIN_LISTS + WING_LISTS * this.wings.length
    this.capacity = frame.roomsMax + 2 + this.wings.length
    this.counts = new Int16Array(this.storeys * this.lists)
    this.rooms = new Int16Array(this.counts.length * this.capacity)
    this.corners = new Int16Array(this.rooms.length)
  }

  copyFrom(other: Scheme): void {
    this.isTurned = other.isTurned
    this.isFlipped = other.isFlipped
    this.depth = other.depth
    this.length = other.length
    this.tilt = other.tilt
    this.stairAt = other.stairAt
    this.isStairBelow = other.isStairBelow
    for (let i = 0; i < this.wings.length; i++) {
      const [to, from] = [this.wings[i], other.wings[i]]
      to.at = from.at
      to.width = from.width
      to.length = from.length
      to.tilt = from.tilt
    }
    this.counts.set(other.counts)
    this.rooms.set(other.rooms)
    this.corners.set(other.corners)
  }

  /** The list of a storey; those of wings follow those of the main part. */
  list(level: number, kind: number, wing = -1): number {
    const first = level * this.lists
    return wing < 0 ? first + kind : first + MAIN_LISTS + WING_LISTS * wing + kind
  }
  count(list: number): number {
    return this.counts[list]
  }
  /** A room by its index, or one of the markers. */
  room(list: number, at: number): number {
    return this.rooms[list * this.capacity + at]
  }
  setRoom(list: number, at: number, room: number): void {
    this.rooms[list * this.capacity + at] = room
  }
  /** The room in the corner at the hall, or EMPTY. */
  corner(list: number, at: number): number {
    const corner = this.corners[list * this.capacity + at]
    return corner >= LEFT_HAND ? corner - LEFT_HAND : corner
  }
  isCornerLeft(list: number, at: number): boolean {
    return this.corners[list * this.capacity + at] >= LEFT_HAND
  }
  setCorner(list: number, at: number, room: number, isLeft: boolean): void {
    this.corners[list * this.capacity + at] = room === EMPTY || !isLeft ? room : room + LEFT_HAND
  }
  insert(list: number, at: number, room: number, corner = EMPTY, isLeft = false): void {
    const first = list * this.capacity
    const end = first + this.counts[list]
    this.rooms.copyWithin(first + at + 1, first + at, end)
    this.corners.copyWithin(first + at + 1, first + at, end)
    this.counts[list] += 1
    this.rooms[first + at] = room
    this.setCorner(list, at, corner, isLeft)
  }
  remove(list: number, at: number): void {
    const first = list * this.capacity
    const end = first + this.counts[list]
    this.rooms.copyWithin(first + at, first + at + 1, end)
    this.corners.copyWithin(first + at, first + at + 1, end)
    this.counts[list] -= 1
  }
  find(list: number, room: number): number {
    for (let at = 0; at < this.counts[list]; at++) if (this.room(list, at) === room) return at
    return -1
  }
  /** The cells in the other order, and their corners on the other hand. */
  reverse(list: number): void {
    const first = list * this.capacity
    const count = this.counts[list]
    this.rooms.subarray(first, first + count).reverse()
    this.corners.subarray(first, first + count).reverse()
    for (let at = 0; at < count; at++)
      this.setCorner(list, at, this.corner(list, at), !this.isCornerLeft(list, at))
  }
  exchange(a: number, b: number): void {
    const size = this.capacity
    for (let i = 0; i < size; i++) {
      const [one, other] = [a * size + i, b * size + i]
      const [room, corner] = [this.rooms[one], this.corners[one]]
      this.rooms[one] = this.rooms[other]
      this.corners[one] = this.corners[other]
      this.rooms[other] = room
      this.corners[other] = corner
    }
    const count = this.counts[a]
    this.counts[a] = this.counts[b]
    this.counts[b] = count
  }
  isBand(list: number): boolean {
    return list % this.lists <= ABOVE
  }
}

/** What a search does not change: the direction of the hall, and a given outline. */
export interface SchemeFrame {
  isTurned: boolean
  isFlipped: boolean
  storeys: number
  /** Most rooms of a storey. */
  roomsMax: number
  /** Between the middles of outer walls, in metres; null where they may be chosen. */
  length: number | null
  depth: number | null
  wings: readonly Wing[]
}
