import { type Command, UsageError } from '../../terminal/command.ts'
import { addonZip } from '../desktop/addon-zip.ts'
import { isOrigin } from '../desktop/origin-rules.ts'
import { writeOutput } from './output-path.ts'

export const blenderAddonCommand: Command = {
  name: 'blender-addon',
  summary: 'Write the add-on by which Blender receives buildings, as an archive to install',
  usage: 'blender-addon [--out plat-blender.zip]',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'path',
      help: 'path of the archive',
      default: 'plat-blender.zip',
    },
    origin: {
      type: 'string',
      value: 'origin',
      help: 'pages of this service may send from the beginning: https://plat.example',
    },
  },
  examples: ['plat-architect blender-addon', 'plat-architect blender-addon --out addon.zip'],
  async run({ positionals, values }, out) {
    if (positionals.length > 0) throw new UsageError('Give the path as --out plat-blender.zip.')
    const origin = values.origin === undefined ? null : `${values.origin}`
    if (origin !== null && !isOrigin(origin))
      throw new UsageError(`--origin must be like https://plat.example, got "${origin}".`)
    const path = `${values.out}`
    await writeOutput(path, await addonZip(origin), 'blender-addon')
    out.print(`${path}: in Blender, Edit, Preferences, Add-ons, Install.`)
    return 0
  },
}
