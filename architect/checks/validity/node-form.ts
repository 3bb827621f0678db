import { NODE_SCHEMAS, type SceneNode } from '../../scene/nodes.ts'
import { quantize } from '../../scene/units.ts'
import { type Fault, faultOf } from './fault.ts'

/** Fields of other types or out of range, and numbers that are not on the grid of 0.1 mm. */
export function formFaults(node: SceneNode): Fault[] {
  const read = NODE_SCHEMAS[node.kind].safeParse(node)
  if (!read.success)
    return read.error.issues.map(({ path, message }) =>
      faultOf('node.form', node.id, path.join('.'), `${node.id}: ${message}.`),
    )
  const off = offGrid(node)
  if (!off) return []
  const message = `${node.id} has ${off.value} where ${quantize(off.value)} is on the grid of 0.1 mm.`
  return [faultOf('node.off_grid', node.id, off.path, message)]
}

/** The first number that is not on the grid; -0 is not, being a second spelling of 0. */
function offGrid(value: unknown): { path: string; value: number } | null {
  if (typeof value === 'number')
    return quantize(value) === value && !Object.is(value, -0) ? null : { path: '', value }
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = offGrid(value[index])
      if (found) return under(String(index), found)
    }
    return null
  }
  for (const [name, field] of Object.entries(value)) {
    const found = typeof field === 'string' ? undefined : offGrid(field)
    if (found) return under(name, found)
  }
  return null
}

const under = (name: string, found: { path: string; value: number }) => ({
  path: found.path ? `${name}.${found.path}` : name,
  value: found.value,
})
