// The command line, `npm run plat -- <command>`.
import './threads/quick-imports.ts'
import { COMMANDS } from './commands/index.ts'
import { dispatch } from './terminal/dispatch.ts'

// By default Node opens its inspector on SIGUSR1, and anybody who connects to that port runs code
// here.
process.on('SIGUSR1', () => {})
process.exitCode = await dispatch(COMMANDS, process.argv.slice(2))
