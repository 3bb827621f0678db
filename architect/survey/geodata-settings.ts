import { isServiceKey } from '../../http/called-service.ts'
import { StepError } from '../../terminal/step-error.ts'
import { serviceAddress } from '../../values/service-address.ts'

/** Where the geodata service is. Plain values, so that they can be sent to a thread. */
export interface GeodataPlace {
  /** Base address with its `/api`, without a slash at its end. */
  url: string
  /** Null where the service needs none. */
  key: string | null
}

/** A place, `own` for the service that this one is a part of, or null for none. */
export type GeodataSetting = GeodataPlace | 'own' | null

type Environment = Record<string, string | undefined>

const STEP = 'read the settings of the geodata service'

/**
 * Reads and validates the settings. Throws `StepError` that names the setting and an example, and
 * never quotes a key.
 */
export function geodataSettings(environment: Environment): GeodataSetting {
  const text = environment.PLAT_GEODATA_URL?.trim()
  const key = environment.PLAT_GEODATA_KEY?.trim() || null
  if (key !== null && !isServiceKey(key))
    throw wrong(
      'PLAT_GEODATA_KEY',
      'has characters that no header can have',
      'a key of the service',
    )
  if (!text) return 'own'
  if (text === 'none') return null
  const url = serviceAddress(text)
  if (url !== null) return { url, key }
  throw wrong(
    'PLAT_GEODATA_URL',
    'is neither none nor an address of http or https without credentials and query',
    'https://geodata.example.com/api',
  )
}

/** The error of a setting. It does not quote the value, which may hold a key. */
function wrong(setting: string, problem: string, example: string): StepError {
  return new StepError(STEP, setting, problem, `Set it, for example to ${example}.`)
}
