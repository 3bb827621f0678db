import { type Command, UsageError } from '../terminal/command.ts'
import { formatBytes, formatCount } from '../terminal/quantity.ts'
import { STORE_OPTION } from './store-option.ts'
import { wholeNumber } from './whole-number.ts'

export const gcCommand: Command = {
  name: 'gc',
  summary: 'Remove old builds of the store, and files that no build names',
  usage: 'gc --keep <n> [options]',
  options: {
    ...STORE_OPTION,
    keep: {
      type: 'string',
      value: 'n',
      help: 'newest builds that stay, next to the pinned one and n builds of its history',
    },
    'dry-run': { type: 'boolean', help: 'report what would be removed, and remove nothing' },
  },
  examples: ['plat gc --keep 5 --dry-run', 'plat gc --keep 5 --store s3://bucket/plat'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    if (positionals.length > 0) throw new UsageError('plat gc chooses the builds by their age.')
    if (values.keep === undefined) throw new UsageError('State how many builds stay: --keep 5.')
    const keep = wholeNumber(values, 'keep', { most: 1_000 })
    const isDryRun = values['dry-run'] === true
    const [{ withStore }, { collectGarbage }] = await Promise.all([
      import('./push/with-store.ts'),
      import('../storage/collect-garbage.ts'),
    ])
    const { progress } = out
    const garbage = await withStore(values, {}, (storage) =>
      collectGarbage(storage, { keep, isDryRun, progress }),
    )
    const verb = isDryRun ? 'Would remove' : 'Removed'
    for (const id of garbage.builds) out.print(`${verb} the build ${id}.`)
    out.print(
      `${verb} ${formatCount(garbage.builds.length)} builds, ${formatCount(garbage.partitions.length)} partitions, ${formatCount(garbage.steps.length)} other results and ${formatCount(garbage.objects)} files, ${formatBytes(garbage.bytes)}.`,
    )
    return 0
  },
}
