import type { Node } from '@gltf-transform/core'
import { bodyOf } from '../../kernel/bodies.ts'
import { motionsOf } from '../../kernel/openings/motions.ts'
import type { BakedNode, Baking } from '../baking.ts'
import { type Frame, frameWithin } from '../frame.ts'
import { CLIP_SECONDS, type Keys, keysOf, keyTimes } from '../leaf-keys.ts'
import { trianglesOf } from '../triangles.ts'

/**
 * Doors and windows: the frame in the mesh of their node, and each leaf that moves in a node of its
 * own at its pivot, which the clip `<svcId>: open` turns and moves. They rest closed.
 */
export function addOpenings(baking: Baking): void {
  for (const { id, kind } of Object.values(baking.scene.nodes))
    if (kind === 'door' || kind === 'window') addOpening(baking, id)
}

function addOpening(baking: Baking, id: string): void {
  const { scene, document, nodes, meshes } = baking
  const opening = nodes.get(id) as BakedNode
  const { position, degrees: rotation } = opening.frame
  // Textures lie in the frame of the opening, so that equal ones share their meshes.
  const parts = bodyOf(scene, id)!.parts.map((part) => ({
    ...part,
    laid: { kind: 'item', position, rotation } as const,
  }))
  const motions = motionsOf(scene, id)
  const moving = new Set(motions.flatMap((motion) => motion.parts))
  const still = parts.filter(({ name }) => !moving.has(name))
  opening.node.setMesh(meshes.of(trianglesOf(still, opening.frame)))
  if (motions.length === 0) return
  const leaves = new Map<string, { node: Node; frame: Frame }>()
  const clip = { name: `${id}: open`, duration: CLIP_SECONDS }
  const animation = document.createAnimation(clip.name)
  for (const motion of motions) {
    const frame = { position: motion.pivot, degrees: rotation }
    const own = parts.filter(({ name }) => motion.parts.includes(name))
    const node = document
      .createNode(`${id}_${motion.group}`)
      .setMesh(meshes.of(trianglesOf(own, frame)))
    const carrier = leaves.get(motion.carrier ?? '') ?? opening
    carrier.node.addChild(node)
    const rest = frameWithin(carrier.frame, frame).position
    node.setTranslation([...rest])
    leaves.set(motion.group, { node, frame })
    addChannels(baking, animation, node, keysOf(motion, rotation, rest))
  }
  opening.clips.push(clip)
}

function addChannels(
  { document, accessors }: Baking,
  animation: ReturnType<Baking['document']['createAnimation']>,
  node: Node,
  { rotations, translations }: Keys,
): void {
  const paths = [
    ['rotation', rotations && accessors.rotations(rotations), (rotations?.length ?? 0) / 4],
    [
      'translation',
      translations && accessors.points(translations),
      (translations?.length ?? 0) / 3,
    ],
  ] as const
  for (const [path, output, count] of paths) {
    if (!output) continue
    const sampler = document
      .createAnimationSampler()
      .setInput(accessors.numbers(keyTimes(count)))
      .setOutput(output)
      .setInterpolation('LINEAR')
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler)
    animation.addSampler(sampler).addChannel(channel)
  }
}
