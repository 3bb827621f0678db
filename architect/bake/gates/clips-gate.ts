import type { GLTF } from '@gltf-transform/core'
import { BakeFailure } from '../bake-failure.ts'

/** Refuses a file in which the clips that extras name are not its animations, each once. */
export function refuseOtherClips({ nodes = [], animations = [] }: GLTF.IGLTF): void {
  const named = nodes.flatMap(({ extras }) =>
    ((extras as { clips?: { name: string }[] })?.clips ?? []).map(({ name }) => name),
  )
  const left = new Set(named)
  if (left.size < named.length) fail('two nodes name the same clip')
  for (const { name } of animations)
    if (!left.delete(`${name}`)) fail(`no node names the animation ${name}`)
  const [lost] = left
  if (lost !== undefined) fail(`there is no animation ${lost}, which a node names`)
}

function fail(found: string): never {
  throw new BakeFailure('clips_differ', `The clips of the file do not match its nodes: ${found}.`)
}
