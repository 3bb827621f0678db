import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { StepError } from '../../terminal/step-error.ts'
import type { Database } from '../database/database.ts'
import type { DatabasePlace } from '../database/open-database.ts'
import { formatFailure } from '../format-failure.ts'
import type { OperatorAnswer, OperatorExtension, OperatorRequest } from './operator-service.ts'
import { socketPath } from './socket-path.ts'

/** Longest wait for the answer of a running service. */
const ANSWER_WAIT_MS = 15_000
const STEP = 'call the accounts'

/** Opens another package on the database of the accounts, for requests of operators alone. */
export type OpenOperatorExtension = (database: Database) => Promise<OperatorExtension>

/**
 * Sends one request to the accounts: to PostgreSQL directly; to the embedded database through the
 * service that has it, or directly when no service runs. Requests to another package need
 * `openExtension` for the direct way. Throws `StepError` when neither answers.
 */
export async function sendOperatorRequest(
  place: DatabasePlace,
  folder: string,
  request: OperatorRequest,
  openExtension?: OpenOperatorExtension,
): Promise<OperatorAnswer> {
  const direct = () => requestFromDatabase(place, request, openExtension)
  switch (place.kind) {
    case 'postgresql':
      return await direct()
    case 'embedded':
      return await requestFromServiceOr(direct, folder, request)
  }
}

async function requestFromServiceOr(
  direct: () => Promise<OperatorAnswer>,
  folder: string,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const answer = await requestFromService(folder, request)
  if (answer) return answer
  try {
    return await direct()
  } catch (error) {
    // A service that was still starting may listen by now.
    const late = error instanceof StepError ? await requestFromService(folder, request) : null
    if (late) return late
    throw error
  }
}

/** Opens the database for one request. The engines are imported only when they are needed. */
async function requestFromDatabase(
  place: DatabasePlace,
  request: OperatorRequest,
  openExtension: OpenOperatorExtension | undefined,
): Promise<OperatorAnswer> {
  const { openDatabase } = await import('../database/open-database.ts')
  const { KeyService } = await import('../keys/key-service.ts')
  const { OperatorService } = await import('./operator-service.ts')
  const database = await openDatabase(place)
  try {
    const operators = new OperatorService(database, new KeyService(database))
    if (openExtension) operators.extend(await openExtension(database))
    return await operators.answer(request)
  } catch (error) {
    if (error instanceof StepError) throw error
    const remedy = 'Look at the database of the accounts, then try again.'
    throw new StepError(STEP, 'their database', formatFailure(error), remedy, { cause: error })
  } finally {
    await database.close()
  }
}

/** Sends a request to a running service; null when none listens. */
async function requestFromService(
  folder: string,
  request: OperatorRequest,
): Promise<OperatorAnswer | null> {
  const path = socketPath(folder)
  const socket = connect(path)
  const slow = setTimeout(() => socket.destroy(new Error('it did not answer')), ANSWER_WAIT_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
  } catch (error) {
    clearTimeout(slow)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    const remedy = 'Run the command as the user who runs the service.'
    throw new StepError(STEP, path, (error as Error).message, remedy, { cause: error })
  }
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    const answer = JSON.parse(await text(socket)) as OperatorAnswer | { failure: string }
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  } catch (error) {
    const remedy = 'Look at the log of the service, then try again.'
    throw new StepError(STEP, path, (error as Error).message, remedy, { cause: error })
  } finally {
    clearTimeout(slow)
    socket.destroy()
  }
}
