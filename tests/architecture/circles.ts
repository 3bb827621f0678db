import { importsOf } from './imports.ts'
import type { Tree, Violation } from './tree.ts'

/**
 * Finds files that import each other in a circle, directly or not, named by the first of them in
 * alphabetical order. Imports of types count: a reader of one file has to read them all.
 */
export function findCircles(tree: Tree): Violation[] {
  return listCircles(tree).map(([path, ...others]) => ({
    path,
    problem: `is in a circle with ${others.join(', ')}`,
  }))
}

/** Strongly connected components of more than one file (Tarjan's algorithm), each sorted. */
function listCircles(tree: Tree): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, path } of importsOf(tree))
    if (path !== undefined && tree.has(path))
      targets.set(from, [...(targets.get(from) ?? []), path])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.get(path)!)
    stack.push(path)
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) visit(target)
      // A file that is off the stack belongs to a component that is complete.
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!))
    }
    if (lowest.get(path) !== order.get(path)) return
    const component = stack.splice(stack.indexOf(path)).sort()
    if (component.length > 1) circles.push(component)
  }
  for (const path of [...targets.keys()].sort()) if (!order.has(path)) visit(path)
  return circles.sort(([a], [b]) => (a < b ? -1 : 1))
}
