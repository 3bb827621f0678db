import { isDeepStrictEqual } from 'node:util'
import type { GLTF } from '@gltf-transform/core'
import { BakeFailure } from '../bake-failure.ts'

/**
 * Refuses a copy that lacks a node, an extra or a clip of the file that it was made of, or has a
 * node in another place.
 */
export function refuseLostMeaning(file: GLTF.IGLTF, copy: GLTF.IGLTF): void {
  const [before, after] = [meaningOf(file), meaningOf(copy)]
  for (const [key, meaning] of before) {
    if (!after.has(key)) fail(`lacks ${key}`)
    if (!isDeepStrictEqual(after.get(key), meaning)) fail(`has another ${key}`)
  }
  for (const key of after.keys()) if (!before.has(key)) fail(`has ${key}, which the file has not`)
}

/**
 * Each named node with its extras, its place and the named node that it is under, and each
 * animation.
 */
function meaningOf({ nodes = [], animations = [] }: GLTF.IGLTF): Map<string, unknown> {
  const parents = new Map<number, number>()
  for (const [index, { children = [] }] of nodes.entries())
    for (const child of children) parents.set(child, index)
  const nameOver = (index: number): string | null => {
    const parent = parents.get(index)
    return parent === undefined ? null : (nodes[parent].name ?? nameOver(parent))
  }
  const named = nodes.flatMap(({ name, extras, translation, rotation, scale, matrix }, index) => {
    const place = { translation, rotation, scale, matrix }
    const meaning = { extras, ...place, parent: nameOver(index) }
    return name === undefined ? [] : [[`the node ${name}`, meaning] as const]
  })
  const clips = animations.map(
    ({ name, channels }) =>
      [
        `the animation ${name}`,
        channels.map(({ target }) => `${nodes[target.node!].name} ${target.path}`).sort(),
      ] as const,
  )
  return new Map<string, unknown>([...named, ...clips])
}

function fail(found: string): never {
  throw new BakeFailure('copy_differs', `The copy for the web ${found}.`)
}
