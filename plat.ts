// The command line, `npm run plat -- <command>`: the list of commands, and nothing else.
// Each is imported when it is called: the image that serves has no GDAL and must start all the same.
import type { CommandLoader } from './terminal/command.ts'
import { dispatch } from './terminal/dispatch.ts'

/** In the order of help: make, serve, ask, look after. */
const COMMANDS: CommandLoader[] = [
  { name: 'plan', load: async () => (await import('./builds/commands/plan.ts')).planCommand },
  { name: 'build', load: async () => (await import('./builds/commands/build.ts')).buildCommand },
  { name: 'builds', load: async () => (await import('./builds/commands/builds.ts')).buildsCommand },
  { name: 'pin', load: async () => (await import('./builds/commands/pin.ts')).pinCommand },
  {
    name: 'rollback',
    load: async () => (await import('./builds/commands/rollback.ts')).rollbackCommand,
  },
  { name: 'verify', load: async () => (await import('./builds/commands/verify.ts')).verifyCommand },
  {
    name: 'dossier',
    load: async () => (await import('./layers/commands/dossier.ts')).dossierCommand,
  },
  {
    name: 'scorecard',
    load: async () => (await import('./coverage/commands/scorecard.ts')).scorecardCommand,
  },
  { name: 'query', load: async () => (await import('./builds/commands/query.ts')).queryCommand },
  { name: 'lock', load: async () => (await import('./pipelines/commands/lock.ts')).lockCommand },
  { name: 'serve', load: async () => (await import('./serve/commands/serve.ts')).serveCommand },
  { name: 'keys', load: async () => (await import('./accounts/commands/keys.ts')).keysCommand },
  { name: 'start', load: async () => (await import('./start.ts')).startCommand },
]

// Node would open its inspector, and whoever connects to that port of the machine runs any code here.
process.on('SIGUSR1', () => {})
process.exitCode = await dispatch(COMMANDS, process.argv.slice(2))
