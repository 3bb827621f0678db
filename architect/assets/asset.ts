import { type Mesh, MeshBuilder, type Point3 } from '../geometry/mesh.ts'
import type { MaterialName } from '../scene/materials.ts'
import { addSolid, type Solid } from './shapes/solid.ts'

export const CATEGORIES = [
  'living',
  'dining',
  'kitchen',
  'bedroom',
  'bath',
  'office',
  'school',
  'hall',
  'laundry',
  'outdoor',
  'lighting',
  'decoration',
] as const
export type Category = (typeof CATEGORIES)[number]

/** In metres: along X, Y and Z of the item, whose front looks to +Z. */
export interface Size {
  width: number
  height: number
  depth: number
}

/** Metres beside an item that must stay free for it to be used; doors and drawers of it open there. */
export interface Clearance {
  front: number
  back: number
  left: number
  right: number
}

/** A thing that a room is furnished with. */
export interface Asset {
  /** As a node names it: `sofa_three_seats`. */
  name: string
  label: string
  category: Category
  dimensions: Size
  /** What carries it: `surface` is the top of another item that has a `surfaceHeight`. */
  attach: 'floor' | 'wall' | 'ceiling' | 'surface'
  clearance: Clearance
  /** Usual height of its underside above the floor, where it hangs on a wall. */
  mountHeight?: number
  /** Of the face on which other things may stand, above its underside. */
  surfaceHeight?: number
  /** One walks over it, and furniture stands on it: rugs. */
  isWalkable?: boolean
  /** Sizes that its makers offer, least and greatest; what is not named comes in one size. */
  resizable?: Partial<Record<keyof Size, [least: number, greatest: number]>>
  /** Closed solids that together fill the size; origin in the middle of the underside. */
  parts(size: Size): AssetPart[]
}

export interface AssetPart {
  /** What a node's `finishes` name: `body`, `legs`, `top`. */
  name: string
  preset: MaterialName
  mesh: Mesh
}

export const NO_CLEARANCE: Clearance = { front: 0, back: 0, left: 0, right: 0 }
export const clearFront = (front: number): Clearance => ({ ...NO_CLEARANCE, front })

/** One part of several solids: they may touch and stand in each other. */
export function part(name: string, preset: MaterialName, ...solids: Solid[]): AssetPart {
  const builder = new MeshBuilder()
  for (const solid of solids) addSolid(builder, solid)
  return { name, preset, mesh: builder.build() }
}

/** The four places of legs, `inset` metres from the sides. */
export function fourPlaces({ width, depth }: Size, inset: number, y = 0): Point3[] {
  const [x, z] = [width / 2 - inset, depth / 2 - inset]
  return [
    [-x, y, z],
    [x, y, z],
    [x, y, -z],
    [-x, y, -z],
  ]
}
