// Pins the sample county, as a process that `runSampleProcess` starts and that ends with it.
import '../../threads/quick-imports.ts'
import type { Command } from '../../terminal/command.ts'
import { dispatch } from '../../terminal/dispatch.ts'
import { pinSample } from './pin-sample.ts'

process.on('disconnect', () => process.exit(1))
/** Errors are printed as those of `plat start`. */
const pinning: Command = {
  name: 'start',
  summary: 'Build and pin the fictional sample county',
  usage: 'start',
  options: {},
  examples: [],
  async run(_, out) {
    await pinSample(out)
    return 0
  },
}
process.exit(await dispatch([pinning], ['start']))
