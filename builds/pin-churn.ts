// Moves the pin between the builds named on the command line until it is killed, or for two minutes.
// Run by pin.test.ts, which kills it in mid-pin: node pin-churn.ts <home> <build> <build>...
import { pinBuild } from './pin.ts'

const [home, ...builds] = process.argv.slice(2)
process.stdout.write('started\n')
for (let at = 0; performance.now() < 120_000; at = (at + 1) % builds.length) {
  await pinBuild(builds[at], { home })
}
