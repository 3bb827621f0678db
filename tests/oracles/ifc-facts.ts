import { refsOf, type StepData, type StepValue } from './step-reader.ts'

/** Values of the property and quantity sets of an object: `Qto_WallBaseQuantities.Length`. */
type IfcFacts = Record<string, number | string>

/** The facts of each object by its tag; those of a space or a storey by the name of the object. */
export function ifcFacts({ instances }: StepData): Map<string, IfcFacts> {
  const facts = new Map<string, IfcFacts>()
  for (const { type, values } of instances.values()) {
    if (type !== 'IFCRELDEFINESBYPROPERTIES') continue
    const [object] = refsOf(values[4]).map((id) => instances.get(id)!)
    const [set] = refsOf(values[5]).map((id) => instances.get(id)!)
    const name = textOf(
      /^IFC(SPACE|SITE|BUILDING\w*)$/.test(object.type) ? object.values[2] : object.values[7],
    )
    // The tag of a hole is that of the door in it.
    const key = object.type === 'IFCOPENINGELEMENT' ? `${name}/opening` : name
    const own = facts.get(key) ?? {}
    facts.set(key, own)
    for (const one of refsOf(set.values.at(-1)!).map((id) => instances.get(id)!)) {
      const value = set.type === 'IFCPROPERTYSET' ? one.values[2] : one.values[3]
      own[`${textOf(set.values[2])}.${textOf(one.values[0])}`] = plain(value)
    }
  }
  return facts
}

const textOf = (value: StepValue): string => (value.kind === 'string' ? value.text : '')

function plain(value: StepValue): number | string {
  if (value.kind === 'typed') return plain(value.value)
  if (value.kind === 'real' || value.kind === 'integer') return value.value
  if (value.kind === 'enum') return value.name
  return textOf(value)
}
