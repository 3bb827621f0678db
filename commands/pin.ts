import { type Command, UsageError } from '../terminal/command.ts'
import { STORED_OPTIONS } from './store-option.ts'

export const pinCommand: Command = {
  name: 'pin',
  summary: 'Serve a build from now on, or print which one is served',
  usage: 'pin [build] [options]',
  options: STORED_OPTIONS,
  examples: ['plat pin', 'plat pin sample-3f9a1c22ab10', 'plat pin sample-3f9a1c22ab10 --stored'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    if (positionals.length > 1) throw new UsageError('Only one build can be pinned.')
    const [id] = positionals
    if (values.stored === true || values.store !== undefined) {
      const [{ withStore }, { pinStored }, { storedPinnedId }] = await Promise.all([
        import('./push/with-store.ts'),
        import('../storage/store-pin.ts'),
        import('../storage/pull-build.ts'),
      ])
      return await withStore(values, {}, async (storage) => {
        if (id === undefined) out.print(await storedPinnedId(storage))
        else {
          const { previous } = await pinStored(storage, id)
          out.print(formatPinned(`${id} in ${storage.name}`, previous))
        }
        return 0
      })
    }
    if (id === undefined) {
      const { openPinned } = await import('../catalog/build-folder.ts')
      out.print((await openPinned()).id)
      return 0
    }
    const { pinBuild } = await import('../builds/pin.ts')
    out.print(formatPinned(id, (await pinBuild(id)).previous))
    return 0
  },
}

function formatPinned(pinned: string, [before]: { build: string }[]): string {
  return `Pinned ${pinned}.${before === undefined ? '' : ` Before it: ${before.build}.`}`
}
