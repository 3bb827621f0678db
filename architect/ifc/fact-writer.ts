import type { GlobalIds } from './global-id.ts'
import type { StepFile } from './step-file.ts'
import {
  boolean,
  enumeration,
  integer,
  label,
  list,
  NONE,
  real,
  type Token,
  typed,
} from './step-text.ts'

type QuantityKind = 'length' | 'area' | 'volume'
/** The kind and the value of each quantity of a set, by its name in the standard. */
export type QuantitySet = Record<string, readonly [kind: QuantityKind, value: number]>

/** A value of a property, by its type in the schema. */
type Property =
  | { boolean: boolean }
  | { logical: boolean | null }
  | { count: number }
  | { integer: number }
  | { length: number }
export type PropertySet = Record<string, Property>

/** Property sets and quantity sets of objects, with the names that the standard has for them. */
export class FactWriter {
  private readonly step: StepFile
  private readonly idOf: GlobalIds

  constructor(step: StepFile, idOf: GlobalIds) {
    this.step = step
    this.idOf = idOf
  }

  /** Quantities in metres; one that is not a number or below 0 is left out. */
  quantities(object: Token, nodeId: string, name: string, set: QuantitySet): void {
    const known = Object.entries(set).filter(
      ([, [, value]]) => Number.isFinite(value) && value >= 0,
    )
    if (known.length === 0) return
    const quantities = known.map(([each, [kind, value]]) =>
      this.step.add(`IFCQUANTITY${kind.toUpperCase()}`, label(each), NONE, NONE, real(value), NONE),
    )
    const id = this.idOf(`${nodeId}/${name}`)
    this.define(
      object,
      `${nodeId}/${name}`,
      this.step.add('IFCELEMENTQUANTITY', id, NONE, label(name), NONE, NONE, list(quantities)),
    )
  }

  properties(object: Token, nodeId: string, name: string, set: PropertySet): void {
    const properties = Object.entries(set).map(([each, value]) =>
      this.step.add('IFCPROPERTYSINGLEVALUE', label(each), NONE, propertyValue(value), NONE),
    )
    const id = this.idOf(`${nodeId}/${name}`)
    this.define(
      object,
      `${nodeId}/${name}`,
      this.step.add('IFCPROPERTYSET', id, NONE, label(name), NONE, list(properties)),
    )
  }

  private define(object: Token, name: string, set: Token): void {
    const id = this.idOf(`${name}/of`)
    this.step.add('IFCRELDEFINESBYPROPERTIES', id, NONE, NONE, NONE, list([object]), set)
  }
}

function propertyValue(value: Property): Token {
  if ('boolean' in value) return typed('IFCBOOLEAN', boolean(value.boolean))
  if ('count' in value) return typed('IFCCOUNTMEASURE', integer(value.count))
  if ('integer' in value) return typed('IFCINTEGER', integer(value.integer))
  if ('length' in value) return typed('IFCPOSITIVELENGTHMEASURE', real(value.length))
  const { logical } = value
  return typed('IFCLOGICAL', logical === null ? enumeration('U') : boolean(logical))
}
