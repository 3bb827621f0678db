import { rollbackPin } from '../builds/pin.ts'
import type { Command } from '../terminal/command.ts'
import { UsageError } from '../terminal/command.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'Serve the build that was pinned before this one',
  usage: 'rollback',
  options: {},
  examples: ['plat rollback'],
  async run({ positionals }, out) {
    if (positionals.length > 0) throw new UsageError('To choose a build, use plat pin <build>.')
    const { from, pin, skipped } = await rollbackPin()
    for (const { build, reason } of skipped) out.print(`Passed over ${build}: ${reason}`)
    out.print(`Rolled back from ${from} to ${pin.build}.`)
    return 0
  },
}
