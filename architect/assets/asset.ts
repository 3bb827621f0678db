import { type Mesh, MeshBuilder } from '../geometry/mesh.ts'
import type { Point3 } from '../geometry/vector.ts'
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
/** True for categories whose things may stand outside of all rooms, on the ground. */
export const IS_OUTDOORS: Record<Category, boolean> = {
  living: false,
  dining: false,
  kitchen: false,
  bedroom: false,
  bath: false,
  office: false,
  school: false,
  hall: false,
  laundry: false,
  outdoor: true,
  lighting: false,
  decoration: false,
}

export type Attachment = 'floor' | 'wall' | 'ceiling' | 'surface'
/** Things that hang from the ceiling: plans leave them out, and nothing needs to be under them. */
export const HANGS_FROM_CEILING: Record<Attachment, boolean> = {
  floor: false,
  wall: false,
  ceiling: true,
  surface: false,
}
/** Things with their backs right at a wall, which carries them. */
export const HANGS_ON_WALL: Record<Attachment, boolean> = {
  floor: false,
  wall: true,
  ceiling: false,
  surface: false,
}

/** Size in metres along X, Y and Z of the item, whose front faces +Z. */
export interface Size {
  width: number
  height: number
  depth: number
}

/** Free metres that an item needs on each side to be used; its doors and drawers open there. */
export interface Clearance {
  front: number
  back: number
  left: number
  right: number
}

/** A piece of furniture, a fixture or a decoration of the catalog. */
export interface Asset {
  /** The name that item nodes use: `sofa_three_seats`. */
  name: string
  label: string
  category: Category
  dimensions: Size
  /** How the asset is carried; `surface` is the top of another item that has a `surfaceHeight`. */
  attach: Attachment
  clearance: Clearance
  /** Usual height of the underside above the floor, of assets that hang on a wall. */
  mountHeight?: number
  /** Height above the underside of the face on which other things may stand. */
  surfaceHeight?: number
  /** True of rugs: people walk over them, and furniture stands on them. */
  isWalkable?: boolean
  /** Least and greatest sizes on the market; a side that is not named comes in one size. */
  resizable?: Partial<Record<keyof Size, [least: number, greatest: number]>>
  /** Closed solids that fill the size; the origin is in the middle of the underside. */
  parts(size: Size): AssetPart[]
}

export interface AssetPart {
  /** The name that a node's `finishes` use: `body`, `legs`, `top`. */
  name: string
  preset: MaterialName
  mesh: Mesh
}

export const NO_CLEARANCE: Clearance = { front: 0, back: 0, left: 0, right: 0 }
export const clearFront = (front: number): Clearance => ({ ...NO_CLEARANCE, front })

/** One part made of several solids, which may touch and overlap. */
export function part(name: string, preset: MaterialName, ...solids: Solid[]): AssetPart {
  const builder = new MeshBuilder()
  for (const solid of solids) addSolid(builder, solid)
  return { name, preset, mesh: builder.build() }
}

/** Positions of four legs, `inset` metres from the sides. */
export function fourPlaces({ width, depth }: Size, inset: number, y = 0): Point3[] {
  const [x, z] = [width / 2 - inset, depth / 2 - inset]
  return [
    [-x, y, z],
    [x, y, z],
    [x, y, -z],
    [-x, y, -z],
  ]
}
