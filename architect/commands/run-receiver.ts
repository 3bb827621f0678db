import { stopSignal } from '../../http/stop-signal.ts'
import project from '../../package.json' with { type: 'json' }
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { importIntoFolder } from '../desktop/folder-import.ts'
import { isOrigin, OriginRules } from '../desktop/origin-rules.ts'
import { startReceiver } from '../desktop/receiver.ts'

/** Files that are being received have come by then. */
const RECEIVED_MS = 2_000

/** Receives buildings into a folder until a signal comes. */
export async function runReceiver(
  { positionals, values }: CommandArguments,
  { print, progress }: CommandOutput,
): Promise<void> {
  const { folder, allow = [] } = values as { folder?: string; allow?: string[] }
  if (positionals.length > 0 || !folder) throw new UsageError('Give the folder: --folder models.')
  const wrong = allow.find((origin) => !isOrigin(origin))
  if (wrong !== undefined)
    throw new UsageError(`--allow must be like http://localhost:8080, got "${wrong}".`)
  const rules = new OriginRules(allow, (origin) =>
    progress.note(`${origin} may not send. To allow it, start again with --allow ${origin}`),
  )
  const receiver = await startReceiver({
    app: 'folder',
    version: project.version,
    addon: project.version,
    rules,
    async work(file) {
      const summary = await importIntoFolder(folder, file)
      print(`${file.name || 'A building'}: ${summary.objects} objects in ${folder}.`)
      return summary
    },
  })
  print(`Receiving buildings at http://127.0.0.1:${receiver.port}`)
  progress.note(`${await stopSignal(RECEIVED_MS)}: no more buildings are received`)
  await receiver.close()
}
