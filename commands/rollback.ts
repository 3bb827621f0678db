import type { Rollback } from '../catalog/pin.ts'
import { type Command, UsageError } from '../terminal/command.ts'
import { STORED_OPTIONS } from './store-option.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'Serve the build that was pinned before this one',
  usage: 'rollback [options]',
  options: STORED_OPTIONS,
  examples: ['plat rollback', 'plat rollback --store s3://bucket/plat'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, out) {
    if (positionals.length > 0) throw new UsageError('To choose a build, use plat pin <build>.')
    const isStored = values.stored === true || values.store !== undefined
    const { from, pin, skipped } = await (isStored ? rollBackStore(values) : rollBackHome())
    for (const { build, reason } of skipped) out.print(`Passed over ${build}: ${reason}`)
    out.print(`Rolled back from ${from} to ${pin.build}.`)
    return 0
  },
}

async function rollBackHome(): Promise<Rollback> {
  const { rollbackPin } = await import('../builds/pin.ts')
  return await rollbackPin()
}

async function rollBackStore(values: Record<string, unknown>): Promise<Rollback> {
  const [{ withStore }, { rollbackStored }] = await Promise.all([
    import('./push/with-store.ts'),
    import('../storage/store-pin.ts'),
  ])
  return await withStore(values, {}, rollbackStored)
}
