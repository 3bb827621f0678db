import { type Command, UsageError } from '../terminal/command.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'Serve the build that was pinned before this one',
  usage: 'rollback',
  options: {},
  examples: ['plat rollback'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals }, out) {
    if (positionals.length > 0) throw new UsageError('To choose a build, use plat pin <build>.')
    const { rollbackPin } = await import('../builds/pin.ts')
    const { from, pin, skipped } = await rollbackPin()
    for (const { build, reason } of skipped) out.print(`Passed over ${build}: ${reason}`)
    out.print(`Rolled back from ${from} to ${pin.build}.`)
    return 0
  },
}
