import { type Command, UsageError } from '../terminal/command.ts'
import { formatBytes, formatCount } from '../terminal/quantity.ts'
import { STORE_OPTION } from './store-option.ts'

export const pullCommand: Command = {
  name: 'pull',
  summary: 'Bring a build of the store into the home, or partitions and assets for builds',
  usage: 'pull [build | partition...] [options]',
  options: {
    ...STORE_OPTION,
    partitions: { type: 'boolean', help: 'the partitions that a build of these names would take' },
    assets: { type: 'boolean', help: 'the assets that a build of these names would fetch' },
  },
  examples: [
    'plat pull --store s3://bucket/plat',
    'plat pull sample-3f9a1c22ab10 --store /srv/plat-store',
    'plat pull --partitions bangor hudson',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const hasParts = values.partitions === true || values.assets === true
    if (!hasParts && positionals.length > 1)
      throw new UsageError('Name one build, or none for the pinned one of the store.')
    if (hasParts && positionals.length === 0)
      throw new UsageError('Name the partitions, as for plat build.')
    const { withStore } = await import('./push/with-store.ts')
    return await withStore(values, {}, async (storage) => {
      if (hasParts) {
        const { pullParts } = await import('./push/pull-parts.ts')
        await pullParts(storage, positionals, values, out)
        return 0
      }
      const [{ pullBuild, storedPinnedId }, { platHome }] = await Promise.all([
        import('../storage/pull-build.ts'),
        import('../catalog/plat-home.ts'),
      ])
      const id = positionals[0] ?? (await storedPinnedId(storage))
      const { progress } = out
      const received = await pullBuild(storage, id, { home: platHome(), progress })
      if (received === null) out.print(`${id} is here already.`)
      else
        out.print(
          `${id} is here: ${formatCount(received.received_files)} of ${formatCount(received.files)} files received, ${formatBytes(received.received_bytes)}. Serve it with: plat pin ${id}`,
        )
      return 0
    })
  },
}
