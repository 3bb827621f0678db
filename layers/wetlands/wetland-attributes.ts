import { compareText } from '../../values/text-order.ts'
import type { LocatedRow } from '../location.ts'
import type { WetlandAttributes, WetlandHere } from './data.ts'

export type NamedWetland = Pick<WetlandHere, 'code' | 'type'>

/** The attributes of a wetland's row, in the contract's shape. */
export function attributesOf({ row }: LocatedRow): WetlandAttributes {
  return {
    type: row.type as string,
    code: row.code as string | null,
    description: row.description as string | null,
    is_open_water: row.is_open_water === true,
    is_vegetated: row.is_vegetated as boolean | null,
  }
}

/** Orders wetlands by code, then type; those without a code last. */
export function compareWetlands(a: NamedWetland, b: NamedWetland): number {
  return (
    Number(a.code === null) - Number(b.code === null) ||
    compareText(a.code ?? '', b.code ?? '') ||
    compareText(a.type, b.type)
  )
}
