// The command line of the Architect, `npm run plat-architect -- <command>`: the list of commands.
import '../threads/quick-imports.ts'
import type { CommandLoader } from '../terminal/command.ts'
import { dispatch } from '../terminal/dispatch.ts'
import { safeOutput } from './scene/safe-text.ts'

/** The commands, in the order of the help. Each is imported when it is called. */
const COMMANDS: CommandLoader[] = [
  { name: 'new', load: async () => (await import('./commands/new.ts')).newCommand },
  { name: 'apply', load: async () => (await import('./commands/apply.ts')).applyCommand },
  { name: 'show', load: async () => (await import('./commands/show.ts')).showCommand },
  { name: 'read', load: async () => (await import('./commands/read.ts')).readCommand },
  { name: 'view', load: async () => (await import('./commands/view.ts')).viewCommand },
  { name: 'export', load: async () => (await import('./commands/export.ts')).exportCommand },
  {
    name: 'import-glb',
    load: async () => (await import('./commands/import-glb.ts')).importGlbCommand,
  },
  { name: 'verify', load: async () => (await import('./commands/verify.ts')).verifyCommand },
  { name: 'validate', load: async () => (await import('./commands/validate.ts')).validateCommand },
  { name: 'undo', load: async () => (await import('./commands/undo.ts')).undoCommand },
  { name: 'redo', load: async () => (await import('./commands/undo.ts')).redoCommand },
  { name: 'login', load: async () => (await import('./commands/login.ts')).loginCommand },
  { name: 'logout', load: async () => (await import('./commands/logout.ts')).logoutCommand },
  { name: 'push', load: async () => (await import('./commands/push.ts')).pushCommand },
  { name: 'pull', load: async () => (await import('./commands/pull.ts')).pullCommand },
  { name: 'publish', load: async () => (await import('./commands/publish.ts')).publishCommand },
  { name: 'serve', load: async () => (await import('./commands/serve.ts')).serveCommand },
  { name: 'receive', load: async () => (await import('./commands/receive.ts')).receiveCommand },
  {
    name: 'blender-addon',
    load: async () => (await import('./commands/blender-addon.ts')).blenderAddonCommand,
  },
  { name: 'mcp', load: async () => (await import('./commands/mcp.ts')).mcpCommand },
  { name: 'credits', load: async () => (await import('./commands/credits.ts')).creditsCommand },
  { name: 'tools', load: async () => (await import('./commands/tools.ts')).toolsCommand },
]

process.exitCode = await dispatch(COMMANDS, process.argv.slice(2), {
  program: 'plat-architect',
  cleaned: safeOutput,
})
