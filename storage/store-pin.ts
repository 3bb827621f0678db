import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkJson, parseJson } from '../catalog/json-file.ts'
import { BuildId } from '../catalog/manifest.ts'
import { Pin, pinAfter, type Rollback, rolledBack } from '../catalog/pin.ts'
import { StepError } from '../terminal/step-error.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { WriteCondition } from './s3-requests.ts'
import { readSmall } from './small-object.ts'
import { storedBuildProblem } from './stored-builds.ts'

const PIN_FILE = 'pin.json'
const PROBE_FILE = 'conditions.json'
/** Storages of this process whose conditional writes were tried. */
const TRIED = new WeakSet<ObjectStorage>()
const REMEDY = 'Push builds and pin one with `plat pin <build> --stored`.'
/** Builds that may be under removal at once; a `gc` leaves more to the next one. */
export const CONDEMNED_MAX = 1_000
/** Attempts to write the pin's file while others change what is next to the pin. */
const ATTEMPTS = 20

/**
 * The file that all changes of a store go through, each on the condition that nobody has changed it
 * since it was read.
 */
const PinFile = z.strictObject({
  format: z.literal(1),
  /** Differs with each write, so that two writers of one pin do not write the same bytes. */
  change: z.uuid(),
  pin: Pin.nullable(),
  /** Builds that a `gc` is removing, since when: they cannot be pinned. */
  condemned: z
    .array(z.strictObject({ build: BuildId, since: z.iso.datetime() }))
    .max(CONDEMNED_MAX),
})
type PinFile = z.infer<typeof PinFile>
export type StorePin = Pick<PinFile, 'pin' | 'condemned'>

/** The pin of a store, and the builds under removal. Throws `StepError` for a damaged file. */
export async function readStorePin(storage: ObjectStorage): Promise<StorePin> {
  return (await read(storage)).state
}

/**
 * Changes the pin's file. `change` gets its state and returns the next one, or null for none; it is
 * called again when another writer was faster, and throws what must not be repeated. Returns the
 * state afterwards.
 */
export async function changeStorePin(
  storage: ObjectStorage,
  change: (state: StorePin) => Promise<StorePin | null>,
): Promise<StorePin> {
  await expectConditions(storage)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { state, condition } = await read(storage)
    const next = await change(state)
    if (next === null) return state
    const file = PinFile.parse({ format: 1, change: randomUUID(), ...next })
    const bytes = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
    if ((await storage.put(PIN_FILE, bytes, condition)) !== null) return next
  }
  const problem = `was changed by others ${ATTEMPTS} times in a row`
  throw new StepError('change the pin', `${PIN_FILE} of ${storage.name}`, problem, 'Try again.')
}

/**
 * Makes a build the pinned one of the store. Of two that pin at once one is refused, with the name
 * of what the other has pinned. Throws `StepError`, with the pin unchanged, for a build that is
 * missing, not whole, under removal or failed an audit.
 */
export async function pinStored(storage: ObjectStorage, id: string): Promise<Pin> {
  const { pin } = await movePin(storage, id, async (state) => {
    if (state.pin?.build === id) return null
    expectUncondemned(state, id, storage)
    const problem = await storedBuildProblem(storage, id)
    if (problem !== null) {
      const remedy = 'Push it again from a home that has it, or pin another build.'
      throw new StepError('pin the build', `${id} in ${storage.name}`, problem, remedy)
    }
    return pinAfter(state.pin, id, await storage.now())
  })
  return pin as Pin
}

/**
 * Goes back to the build that was pinned before, as `rollbackPin` does in a home. Throws
 * `StepError`, with the pin unchanged, when there is none, or when somebody else has moved the pin.
 */
export async function rollbackStored(storage: ObjectStorage): Promise<Rollback> {
  const rollbacks: Rollback[] = []
  await movePin(storage, null, async (state) => {
    const problemOf = async (build: string) =>
      isCondemned(state, build) ? 'is under removal' : await storedBuildProblem(storage, build)
    const now = await storage.now()
    const options = { where: storage.name, remedy: REMEDY, now }
    const rollback = await rolledBack(state.pin, problemOf, options)
    rollbacks.push(rollback)
    return rollback.pin
  })
  // Those before it were overtaken by changes next to the pin.
  return rollbacks.at(-1)!
}

/**
 * Changes the pin alone, and fails when somebody else moves it meanwhile, unless to the `wanted`
 * build.
 */
async function movePin(
  storage: ObjectStorage,
  wanted: string | null,
  move: (state: StorePin) => Promise<Pin | null>,
): Promise<StorePin> {
  let first: StorePin | null = null
  return await changeStorePin(storage, async (state) => {
    first ??= state
    const [before, now] = [first.pin, state.pin]
    if (now?.build !== before?.build || now?.pinned_at !== before?.pinned_at) {
      if (now !== null && now.build === wanted) return null
      const problem = `${now?.build} was pinned at ${now?.pinned_at}, while this was under way`
      const remedy = 'Find out who did it, then repeat the command if it should still be done.'
      const step = wanted === null ? 'roll back' : `pin ${wanted}`
      throw new StepError(step, storage.name, problem, remedy)
    }
    const pin = await move(state)
    return pin && { ...state, pin }
  })
}

function expectUncondemned(state: StorePin, id: string, { name }: ObjectStorage): void {
  const condemned = state.condemned.find(({ build }) => build === id)
  if (!condemned) return
  const problem = `a gc has been removing it since ${condemned.since}`
  const remedy = 'Push it again with `plat push`, which stops its removal, or pin another build.'
  throw new StepError('pin the build', `${id} in ${name}`, problem, remedy)
}

export function isCondemned({ condemned }: StorePin, id: string): boolean {
  return condemned.some(({ build }) => build === id)
}

async function read(
  storage: ObjectStorage,
): Promise<{ state: StorePin; condition: WriteCondition }> {
  const found = await readSmall(storage, PIN_FILE)
  if (!found) return { state: { pin: null, condemned: [] }, condition: { is: 'absent' } }
  const path = `${PIN_FILE} of ${storage.name}`
  const file = { path, step: 'read the pin', remedy: `Delete it and pin again. ${REMEDY}` }
  const { pin, condemned } = checkJson(file, parseJson(file, found.text), PinFile)
  return { state: { pin, condemned }, condition: { is: 'unchanged', etag: found.etag } }
}

/**
 * Throws where the storage ignores the conditions of writes, as services do that know only a part
 * of S3: two pinners could both win there.
 */
async function expectConditions(storage: ObjectStorage): Promise<void> {
  if (TRIED.has(storage)) return
  const probe = () => Buffer.from(`${JSON.stringify(randomUUID())}\n`)
  await storage.put(PROBE_FILE, probe(), { is: 'absent' })
  const isFirst = await storage.put(PROBE_FILE, probe(), { is: 'absent' })
  const isSame = await storage.put(PROBE_FILE, probe(), { is: 'unchanged', etag: '"0"' })
  if (isFirst === null && isSame === null) {
    TRIED.add(storage)
    return
  }
  const problem = 'stores an object whatever the condition: two pins at once could both be stored'
  const remedy = 'Use a service with If-Match and If-None-Match for PUT, or a folder.'
  throw new StepError('change the pin', storage.name, problem, remedy)
}
