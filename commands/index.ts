import type { Command } from '../terminal/command.ts'
import { archivesCommand } from './archives.ts'
import { buildCommand } from './build.ts'
import { buildsCommand } from './builds.ts'
import { dossierCommand } from './dossier.ts'
import { exportCommand } from './export.ts'
import { gcCommand } from './gc.ts'
import { keysCommand } from './keys.ts'
import { lockCommand } from './lock.ts'
import { pinCommand } from './pin.ts'
import { planCommand } from './plan.ts'
import { pullCommand } from './pull.ts'
import { pushCommand } from './push.ts'
import { queryCommand } from './query.ts'
import { rollbackCommand } from './rollback.ts'
import { scorecardCommand } from './scorecard.ts'
import { serveCommand } from './serve.ts'
import { sourcesCommand } from './sources.ts'
import { startCommand } from './start.ts'
import { verifyCommand } from './verify.ts'
import { workerCommand } from './worker.ts'

/**
 * The commands in the order of help: make a build, query it, serve it. A command's file only
 * describes it and loads its work by `await import()` when it runs, so that help loads none of the
 * product.
 */
export const COMMANDS: Command[] = [
  planCommand,
  buildCommand,
  buildsCommand,
  workerCommand,
  pinCommand,
  rollbackCommand,
  pushCommand,
  pullCommand,
  gcCommand,
  verifyCommand,
  dossierCommand,
  scorecardCommand,
  queryCommand,
  exportCommand,
  lockCommand,
  archivesCommand,
  sourcesCommand,
  serveCommand,
  keysCommand,
  startCommand,
]
