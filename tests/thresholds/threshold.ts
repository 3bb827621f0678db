import type { Severity } from '../../architect/scene/issue.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import type { TestNode } from '../houses/scene-of.ts'

/**
 * One limit of `verify`, tested by a scene on each side of it. The figures in these tables are
 * literals, not the constants that they guard: a row must fail when a limit changes by a tenth.
 */
export interface Threshold {
  code: string
  severity: Severity
  /** The rule, as a statement about buildings. */
  rule: string
  /** Just inside the limit: no finding. */
  clear: Scene
  /** Just past the limit. */
  found: Scene
  /** The nodes that the finding names, in order; absent where another row tests them. */
  nodeIds?: string[]
  /** Number of findings; one when absent. */
  times?: number
}

export type Corner = [x: number, z: number]

/** A wall of 0.2 m. */
export const wall = (id: string, start: Corner, end: Corner, rest: object = {}): TestNode => ({
  kind: 'wall',
  id,
  start,
  end,
  thickness: 0.2,
  ...rest,
})

/** Walls of 0.2 m along the edges of a ring, with ids from `wall_<first>`. */
export const ring = (corners: Corner[], first: number, rest: object = {}): TestNode[] =>
  corners.map((start, index) =>
    wall(`wall_${first + index}`, start, corners[(index + 1) % corners.length], rest),
  )

export const zone = (id: string, polygon: Corner[], rest: object = {}): TestNode => ({
  kind: 'zone',
  id,
  polygon,
  color: '#f2d7a6',
  ...rest,
})

/** A door of 0.9 by 2.1 m. */
export const door = (id: string, parent: string, offset: number, rest: object = {}): TestNode => ({
  kind: 'door',
  id,
  parent,
  offset,
  width: 0.9,
  height: 2.1,
  sill: 0,
  ...rest,
})

/** A window of 1 by 1.2 m. */
export const window = (
  id: string,
  parent: string,
  offset: number,
  rest: object = {},
): TestNode => ({
  kind: 'window',
  id,
  parent,
  offset,
  width: 1,
  height: 1.2,
  sill: 0.9,
  ...rest,
})

/** An item of any size, whatever the size of its asset. */
export const block = (
  id: string,
  position: [x: number, y: number, z: number],
  size: [width: number, height: number, depth: number],
  rest: object = {},
): TestNode => ({ kind: 'item', id, asset: 'sideboard', position, size, ...rest })

/** The storey above the ground floor. */
export const UPPER: TestNode = { kind: 'level', id: 'level_90', parent: 'building_1', index: 1 }
export const ground = (height: number): TestNode => ({
  kind: 'level',
  id: 'level_2',
  parent: 'building_1',
  index: 0,
  height,
})
