// The command line, `npm run plat -- <command>`: the list of commands, and nothing else.
// Each is imported when it is called: the image that serves has no GDAL and must start all the same.
import type { CommandLoader } from './terminal/command.ts'
import { dispatch } from './terminal/dispatch.ts'

/** In the order of help: make, serve, ask, look after. */
const COMMANDS: CommandLoader[] = [
  { name: 'plan', load: async () => (await import('./commands/plan.ts')).planCommand },
  { name: 'build', load: async () => (await import('./commands/build.ts')).buildCommand },
  {
    name: 'builds',
    load: async () => (await import('./commands/builds/print-builds.ts')).buildsCommand,
  },
  { name: 'pin', load: async () => (await import('./commands/pin.ts')).pinCommand },
  {
    name: 'rollback',
    load: async () => (await import('./commands/rollback.ts')).rollbackCommand,
  },
  { name: 'verify', load: async () => (await import('./commands/verify.ts')).verifyCommand },
  {
    name: 'dossier',
    load: async () => (await import('./commands/dossier/run-dossier.ts')).dossierCommand,
  },
  {
    name: 'scorecard',
    load: async () => (await import('./commands/scorecard/run-scorecard.ts')).scorecardCommand,
  },
  { name: 'query', load: async () => (await import('./commands/query/run-query.ts')).queryCommand },
  { name: 'lock', load: async () => (await import('./commands/lock/run-lock.ts')).lockCommand },
  { name: 'serve', load: async () => (await import('./commands/serve.ts')).serveCommand },
  { name: 'keys', load: async () => (await import('./commands/keys/run-keys.ts')).keysCommand },
  { name: 'start', load: async () => (await import('./commands/start.ts')).startCommand },
]

// Node would open its inspector, and whoever connects to that port of the machine runs any code here.
process.on('SIGUSR1', () => {})
process.exitCode = await dispatch(COMMANDS, process.argv.slice(2))
