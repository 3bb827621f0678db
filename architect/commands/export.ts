import { basename, extname } from 'node:path'
import { type Command, UsageError } from '../../terminal/command.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { BakeFailure } from '../bake/bake-failure.ts'
import { bakeScene } from '../bake/bake-scene.ts'
import { validateScene } from '../checks/validate.ts'
import { sceneIfc } from '../ifc/scene-ifc.ts'
import { IfcError } from '../ifc/step-file.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { outputPath, withExtension, writeOutput } from './output-path.ts'
import { openDerivedScene } from './scene-on-disk.ts'

/** A format of files for other programs, by the name of its option and its extension. */
interface ExportFormat {
  title: string
  /** Null where the scene has nothing to draw. */
  write(scene: Scene, name: string): Promise<string | Uint8Array | null>
}

const FORMATS = {
  ifc: { title: 'IFC4', write: async (scene, name) => sceneIfc(scene, { name }) },
  glb: { title: 'GLB', write: writeGlb },
} satisfies Record<string, ExportFormat>
type Format = keyof typeof FORMATS
const NAMES = Object.keys(FORMATS) as Format[]

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a scene as a file for other programs: IFC4 or GLB',
  usage: 'export <file> --ifc | --glb [--out <path>]',
  options: {
    ifc: { type: 'boolean', help: 'IFC4 for BIM programs: walls, openings, spaces, quantities' },
    glb: {
      type: 'boolean',
      help: 'GLB (glTF 2.0) for 3D programs: solids, colours, clips of doors',
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'path',
      help: 'path of the file; by default that of the scene with another extension',
    },
    json: { type: 'boolean', help: 'the path and its bytes as JSON' },
  },
  examples: [
    'plat-architect export house.json --ifc',
    'plat-architect export house.json --ifc --out models/house.ifc',
    'plat-architect export house.json --glb -o house.glb',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    const formats = NAMES.filter((name) => values[name])
    if (formats.length !== 1)
      throw new UsageError(`Give one format: ${NAMES.map((name) => `--${name}`).join(' or ')}.`)
    const [format] = formats
    const target = targetOf(file, values.out, format)
    const scene = await openDerivedScene(file, 'export')
    const name = nodesOf(scene, 'site')[0]?.label ?? basename(file, extname(file))
    const content = await contentOf(file, scene, () => FORMATS[format].write(scene, name))
    await writeOutput(target, content, 'export')
    const bytes = Buffer.byteLength(content)
    if (values.json) out.print(JSON.stringify({ ok: true, file: target, format, bytes }))
    else out.print(`${target}: ${FORMATS[format].title}, ${formatBytes(bytes)}.`)
    return 0
  },
}

async function writeGlb(scene: Scene): Promise<Uint8Array | null> {
  const baked = await bakeScene(scene)
  return baked.kind === 'baked' ? baked.glb : null
}

/**
 * The file. Throws `StepError` where there is nothing to draw, and with the first fault of a scene
 * from which nothing can be derived.
 */
async function contentOf(
  file: string,
  scene: Scene,
  write: () => Promise<string | Uint8Array | null>,
): Promise<string | Uint8Array> {
  const content = await write().catch((cause) => {
    if (cause instanceof IfcError || cause instanceof BakeFailure)
      throw new StepError('export', file, cause.message, 'plat-architect show lists its contents.')
    const [fault] = validateScene(scene).errors
    if (!fault) throw cause
    const remedy = 'plat-architect validate lists all faults.'
    throw new StepError('export', file, `is not well-formed: ${fault.message}`, remedy, { cause })
  })
  if (content !== null) return content
  const remedy = 'Add a wall or another element first: plat-architect tools lists the edits.'
  throw new StepError('export', file, 'has nothing to draw yet', remedy)
}

/** By default the path of the scene with another extension. */
function targetOf(file: string, given: unknown, format: Format): string {
  const target = given === undefined ? withExtension(file, format) : `${given}`
  return outputPath('--out', target, file)
}
