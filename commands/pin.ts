import { type Command, UsageError } from '../terminal/command.ts'

export const pinCommand: Command = {
  name: 'pin',
  summary: 'Serve a build from now on, or print which one is served',
  usage: 'pin [build]',
  options: {},
  examples: ['plat pin', 'plat pin sample-3f9a1c22ab10'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals }, out) {
    if (positionals.length > 1) throw new UsageError('Only one build can be pinned.')
    const [id] = positionals
    if (id === undefined) {
      const { openPinned } = await import('../catalog/build-folder.ts')
      out.print((await openPinned()).id)
      return 0
    }
    const { pinBuild } = await import('../builds/pin.ts')
    const pin = await pinBuild(id)
    const [before] = pin.previous
    out.print(`Pinned ${id}.${before === undefined ? '' : ` Before it: ${before.build}.`}`)
    return 0
  },
}
