import { readFileSync } from 'node:fs'
import type { Scene } from '../../architect/scene/scene.ts'
import { readScene } from '../../architect/scene/scene-file.ts'

export const EXAMPLE_NAMES = ['studio', 'family-house', 'school'] as const

const read = new Map<string, Scene>()

/**
 * The scene of one of the Architect's examples, frozen. All files of a worker get the same object:
 * what the kernel derives from it is derived once.
 */
export function exampleScene(name: (typeof EXAMPLE_NAMES)[number]): Scene {
  const scene = read.get(name) ?? readExample(name)
  read.set(name, scene)
  return scene
}

function readExample(name: string): Scene {
  const file = new URL(`../../architect/examples/${name}/scene.json`, import.meta.url)
  const found = readScene(readFileSync(file, 'utf8'))
  if ('faults' in found) throw new Error(`${name}: ${JSON.stringify(found.faults)}`)
  return frozen(found.scene)
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
