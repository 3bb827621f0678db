import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { StepError } from '../../terminal/step-error.ts'
import type { DatabasePlace } from '../database/open-database.ts'
import { formatFailure } from '../format-failure.ts'
import type { OperatorAnswer, OperatorRequest } from './operator-service.ts'
import { socketPath } from './socket-path.ts'

/** A service that runs answers within it. */
const ANSWER_WAIT_MS = 15_000
const STEP = 'ask the accounts'

/**
 * Asks the accounts of a place once: PostgreSQL itself; the embedded database through the service
 * that has it, or itself where no service runs. Throws `StepError` where neither answers.
 */
export async function sendOperatorRequest(
  place: DatabasePlace,
  folder: string,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  if (place.kind === 'postgresql') return await askDatabase(place, request)
  const told = await askService(folder, request)
  if (told) return told
  try {
    return await askDatabase(place, request)
  } catch (error) {
    // A service that was just starting may listen by now.
    const late = error instanceof StepError ? await askService(folder, request) : null
    if (late) return late
    throw error
  }
}

/** Imported when it is needed: who asks a service has not to wait for the engines. */
async function askDatabase(
  place: DatabasePlace,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const { openDatabase } = await import('../database/open-database.ts')
  const { KeyService } = await import('../keys/key-service.ts')
  const { OperatorService } = await import('./operator-service.ts')
  const database = await openDatabase(place)
  try {
    return await new OperatorService(database, new KeyService(database)).answer(request)
  } catch (error) {
    const remedy = 'Look at the database of the accounts, then ask again.'
    throw new StepError(STEP, 'their database', formatFailure(error), remedy, { cause: error })
  } finally {
    await database.close()
  }
}

/** Null where no service listens. */
async function askService(
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
    const remedy = 'Call it as the user whose service has the accounts.'
    throw new StepError(STEP, path, (error as Error).message, remedy, { cause: error })
  }
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    const answer = JSON.parse(await text(socket)) as OperatorAnswer | { failure: string }
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  } catch (error) {
    const remedy = 'Look at the log of the service, then ask again.'
    throw new StepError(STEP, path, (error as Error).message, remedy, { cause: error })
  } finally {
    clearTimeout(slow)
    socket.destroy()
  }
}
