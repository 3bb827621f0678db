import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { sceneOfGlb } from '../bake/scene-of-glb.ts'
import { readGlb } from '../desktop/glb-check.ts'
import { GltfFault } from '../desktop/gltf-check.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { withExtension } from './output-path.ts'
import { writeNewScene } from './scene-on-disk.ts'

export const importGlbCommand: Command = {
  name: 'import-glb',
  summary: 'Make a scene file from a GLB file that was exported from Plat',
  usage: 'import-glb <file> [--out <path>]',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'path',
      help: 'path of the scene file; by default that of the GLB file with .json',
    },
    json: { type: 'boolean', help: 'the path, the nodes and the hash of the scene as JSON' },
  },
  examples: [
    'plat-architect import-glb house.glb',
    'plat-architect import-glb house.glb --out copy.json',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one GLB file.')
    const [file] = positionals
    const target = `${values.out ?? withExtension(file, 'json')}`
    const scene = await sceneIn(file)
    await writeNewScene(target, scene, 'import')
    const nodes = Object.keys(scene.nodes).length
    const graphHash = sceneHash(scene)
    if (values.json) out.print(JSON.stringify({ ok: true, file: target, nodes, graphHash }))
    else out.print(`${target}: ${nodes} nodes, ${graphHash.slice(0, 12)}.`)
    return 0
  },
}

async function sceneIn(file: string): Promise<Scene> {
  const fail = (problem: string, remedy: string, cause?: unknown): never => {
    throw new StepError('import', file, problem, remedy, { cause })
  }
  const gltf = await readGlb(file).catch((cause) => {
    if (cause instanceof GltfFault)
      return fail(cause.message, 'Export it again: plat-architect export --glb.', cause)
    return fail('cannot be read', 'Give the path of a GLB file.', cause)
  })
  const read = sceneOfGlb(gltf)
  if ('scene' in read) return read.scene
  return fail(
    `holds no scene: ${read.problem}`,
    'Import a file that plat-architect export, a project or Blender with custom properties wrote.',
  )
}
