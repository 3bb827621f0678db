import { readFileSync } from 'node:fs'
import type { Scene } from '../../architect/scene/scene.ts'
import { readScene } from '../../architect/scene/scene-file.ts'

export const EXAMPLE_NAMES = ['studio', 'family-house', 'school'] as const

/** The scene of one of the Architect's examples, read anew at each call. */
export function exampleScene(name: (typeof EXAMPLE_NAMES)[number]): Scene {
  const file = new URL(`../../architect/examples/${name}/scene.json`, import.meta.url)
  const read = readScene(readFileSync(file, 'utf8'))
  if ('faults' in read) throw new Error(`${name}: ${JSON.stringify(read.faults)}`)
  return read.scene
}
