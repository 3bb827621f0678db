import { type Command, UsageError } from '../terminal/command.ts'
import { formatBytes, formatCount } from '../terminal/quantity.ts'
import { STORE_OPTION } from './store-option.ts'

export const pushCommand: Command = {
  name: 'push',
  summary: 'Store a build, partitions or assets for other machines: what is absent there',
  usage: 'push [build] [options]',
  options: {
    ...STORE_OPTION,
    partitions: { type: 'boolean', help: 'the finished partitions instead of a build' },
    assets: { type: 'boolean', help: 'the fetched assets instead of a build' },
    again: { type: 'boolean', help: 'send files that are there too, to mend damaged ones' },
  },
  examples: [
    'plat push --store s3://bucket/plat',
    'plat push sample-3f9a1c22ab10 --store /srv/plat-store',
    'plat push --partitions --assets',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    const hasParts = values.partitions === true || values.assets === true
    if (positionals.length > (hasParts ? 0 : 1))
      throw new UsageError('Name one build, or none for the pinned one, or --partitions, --assets.')
    const { withStore } = await import('./push/with-store.ts')
    const options = { progress: out.progress, again: values.again === true }
    return await withStore(values, { isCreated: true }, async (storage) => {
      if (!hasParts) {
        const [{ openBuild, openPinned }, { pushBuild }] = await Promise.all([
          import('../catalog/build-folder.ts'),
          import('../storage/push-build.ts'),
        ])
        const build = positionals[0] ? await openBuild(positionals[0]) : await openPinned()
        const sent = await pushBuild(storage, build, options)
        out.print(
          `${build.id} is in ${storage.name}: ${formatCount(sent.sent_files)} of ${formatCount(sent.files)} files sent, ${formatBytes(sent.sent_bytes)}.`,
        )
      }
      if (values.partitions === true) {
        const [{ partitionStore }, { pushPartitions }, { platHome }] = await Promise.all([
          import('../builds/result-store.ts'),
          import('../storage/stored-results.ts'),
          import('../catalog/plat-home.ts'),
        ])
        const folder = partitionStore(platHome())
        const { partitions, sent } = await pushPartitions(storage, folder, options)
        out.print(`${formatCount(sent)} of ${formatCount(partitions)} partitions sent.`)
      }
      if (values.assets === true) {
        const [{ assetsFolder }, { pushAssets }] = await Promise.all([
          import('../catalog/plat-home.ts'),
          import('../storage/stored-assets.ts'),
        ])
        const sent = await pushAssets(storage, assetsFolder(), options)
        out.print(
          `${formatCount(sent.sent_files)} of ${formatCount(sent.files)} assets sent, ${formatBytes(sent.sent_bytes)}.`,
        )
      }
      return 0
    })
  },
}
