import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { StepError } from '../terminal/step-error.ts'
import { answerPort } from './answer-port.ts'
import { Availability, BEAT_MS } from './availability.ts'
import { FailureLog } from './failure-log.ts'
import { formatFailure } from './format-failure.ts'
import { openAccounts } from './open-accounts.ts'
import type { OperatorAnswer, OperatorRequest } from './operators/operator-service.ts'
import { listenForOperators } from './operators/operator-socket.ts'
import type { AccountsSettings } from './settings.ts'

/** What the thread is started with. */
export interface AccountsSetup {
  settings: AccountsSettings
  /** The memory of `Availability`. */
  availability: SharedArrayBuffer
}

export type ToAccounts =
  /** A thread that answers asks through the port from now on. */
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'operate'; number: number; request: OperatorRequest }
  | { kind: 'close' }

export type FromAccounts =
  | { kind: 'open' }
  /** They cannot be opened: a `StepError` in its parts, or a fault of ours. */
  | { kind: 'refused'; step: string; target: string; problem: string; remedy: string }
  | { kind: 'broken'; words: string }
  | { kind: 'operated'; number: number; answer: OperatorAnswer | { failure: string } }
  /** What went wrong behind an answer, in words without secrets. */
  | { kind: 'failure'; words: string }
  /** A line for the log: a mail where there is no mail server, or one that could not be sent. */
  | { kind: 'note'; words: string }

const main = parentPort!
const tell = (message: FromAccounts) => main.postMessage(message)

const failures = new FailureLog((words) => tell({ kind: 'failure', words }))
const onFailure = (error: unknown) => failures.failed(error)

try {
  await run(workerData as AccountsSetup)
} catch (error) {
  if (error instanceof StepError) {
    const { step, target, remedy, message } = error
    const problem = message.slice(`${step}: ${target}: `.length)
    tell({ kind: 'refused', step, target, problem, remedy })
  } else tell({ kind: 'broken', words: formatFailure(error) })
  // Of the thread, not of the process: whatever is half open goes with it.
  process.exit(1)
}

async function run({ settings, availability: memory }: AccountsSetup): Promise<void> {
  const note = (words: string) => tell({ kind: 'note', words })
  const availability = new Availability(memory)
  const accounts = await openAccounts(settings, { note, availability })
  availability.beat()
  setInterval(() => availability.beat(), BEAT_MS).unref()
  const socket =
    settings.database.kind === 'embedded'
      ? await listenForOperators(settings.folder, accounts.operators, onFailure)
      : null
  main.on('message', async (message: ToAccounts) => {
    if (message.kind === 'connect') return answerPort(message.port, accounts, onFailure)
    if (message.kind === 'operate') {
      const { number, request } = message
      try {
        tell({ kind: 'operated', number, answer: await accounts.operators.answer(request) })
      } catch (error) {
        tell({ kind: 'operated', number, answer: { failure: formatFailure(error) } })
      }
      return
    }
    await socket?.close()
    await accounts.close()
    failures.flush()
    process.exit(0)
  })
  tell({ kind: 'open' })
}
