import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { StepError } from '../terminal/step-error.ts'
import { answerRequests } from '../threads/request-port.ts'
import { collectStartGarbage } from '../threads/start-garbage.ts'
import { answerPort } from './answer-port.ts'
import { Availability, BEAT_MS } from './availability.ts'
import type { Database } from './database/database.ts'
import { FailureLog } from './failure-log.ts'
import { formatFailure } from './format-failure.ts'
import type { Limits } from './limits/limits.ts'
import { type OpenAccounts, openAccounts } from './open-accounts.ts'
import type { OperatorExtension, OperatorRequest } from './operators/operator-service.ts'
import { listenForOperators } from './operators/operator-socket.ts'
import type { AccountsSettings } from './settings.ts'

/** Data that the thread is started with. */
export interface AccountsSetup {
  settings: AccountsSettings
  /** The memory of `Availability`. */
  availability: SharedArrayBuffer
  /** Port of the requests of operators. */
  operators: MessagePort
  /** What the extension of the thread is opened with. */
  extension: unknown
}

/**
 * Another package that stores its data in the same database: the embedded one is for one thread.
 */
export interface ThreadExtension {
  /** Answers the calls of another thread through a port, until it closes. */
  connect(port: MessagePort): void
  /** Answers requests of operators. */
  operate: OperatorExtension
  /** Is called before the database closes. */
  close(): Promise<void>
}

export interface ExtensionContext {
  database: Database
  /** Counts requests by ids, in all processes of this service together. */
  limits: Limits
  /** A secret of this service for one purpose, the same in all its processes. */
  secretFor: OpenAccounts['secretFor']
  /** Values that `AccountsThread.start` was given. */
  setup: unknown
  onFailure(error: unknown): void
}

export type OpenExtension = (context: ExtensionContext) => Promise<ThreadExtension>

export type ToAccounts =
  /** An answering thread will call through the port. */
  | { kind: 'connect'; port: MessagePort }
  /** Another thread will call the extension through the port. */
  | { kind: 'connect_extension'; port: MessagePort }
  | { kind: 'close' }

export type FromAccounts =
  | { kind: 'open' }
  /** The accounts cannot be opened: the parts of a `StepError`, or a bug. */
  | { kind: 'refused'; step: string; target: string; problem: string; remedy: string }
  | { kind: 'broken'; text: string }
  /** The failure behind an answer, as text without secrets. */
  | { kind: 'failure'; text: string }
  /** A line for the log: a mail when there is no mail server, or one that could not be sent. */
  | { kind: 'note'; text: string }

/** Runs the accounts in the worker thread that calls it, with or without an extension. */
export async function runAccountsWorker(openExtension?: OpenExtension): Promise<void> {
  const send = (message: FromAccounts) => parentPort!.postMessage(message)
  collectStartGarbage()
  try {
    await run(workerData as AccountsSetup, send, openExtension)
  } catch (error) {
    if (error instanceof StepError) {
      const { step, target, remedy, message } = error
      const problem = message.slice(`${step}: ${target}: `.length)
      send({ kind: 'refused', step, target, problem, remedy })
    } else send({ kind: 'broken', text: formatFailure(error) })
    // In a worker this ends the thread, not the process, and closes everything that is half open.
    process.exit(1)
  }
}

async function run(
  { settings, availability: memory, operators, extension: setup }: AccountsSetup,
  send: (message: FromAccounts) => void,
  openExtension?: OpenExtension,
): Promise<void> {
  const failures = new FailureLog((text) => send({ kind: 'failure', text }))
  const onFailure = (error: unknown) => failures.failed(error)
  const note = (text: string) => send({ kind: 'note', text })
  const availability = new Availability(memory)
  const accounts = await openAccounts(settings, { note, availability })
  const { database, limits, secretFor } = accounts
  const extension = await openExtension?.({ database, limits, secretFor, setup, onFailure })
  if (extension) accounts.operators.extend(extension.operate)
  availability.beat()
  setInterval(() => availability.beat(), BEAT_MS).unref()
  const socket =
    settings.database.kind === 'embedded'
      ? await listenForOperators(settings.folder, accounts.operators, onFailure)
      : null
  answerRequests(
    operators,
    (request: OperatorRequest) => accounts.operators.answer(request),
    formatFailure,
  )
  parentPort!.on('message', async (message: ToAccounts) => {
    switch (message.kind) {
      case 'connect':
        return answerPort(message.port, accounts, onFailure)
      case 'connect_extension':
        return extension?.connect(message.port)
      case 'close':
        await socket?.close()
        await extension?.close()
        await accounts.close()
        failures.flush()
        return process.exit(0)
      default:
        message satisfies never
    }
  })
  send({ kind: 'open' })
}
