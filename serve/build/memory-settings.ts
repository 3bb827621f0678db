import { DEFAULT_PACK_MEMORY_BYTES } from '../../lookup/open-packs.ts'
import { StepError } from '../../terminal/step-error.ts'

/** Bytes of cached blocks on disk, unless `PLAT_BLOCK_CACHE` sets another limit: 10 GiB. */
export const DEFAULT_BLOCK_CACHE_BYTES = 10 * 2 ** 30
/** Less would fetch the blocks of one dossier again for the next: 64 MiB. */
const BLOCK_CACHE_BYTES_MIN = 2 ** 26

/**
 * Parses `PLAT_PACK_MEMORY`: whole bytes, by default 2 GiB. Throws `StepError` for other values.
 */
export function packMemoryFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PLAT_PACK_MEMORY
  return wholeBytes('PLAT_PACK_MEMORY', text, DEFAULT_PACK_MEMORY_BYTES)
}

/**
 * Parses `PLAT_BLOCK_CACHE`: whole bytes, by default 10 GiB. Throws `StepError` for other values,
 * and below 64 MiB.
 */
export function blockCacheFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PLAT_BLOCK_CACHE
  const bytes = wholeBytes('PLAT_BLOCK_CACHE', text, DEFAULT_BLOCK_CACHE_BYTES)
  if (bytes >= BLOCK_CACHE_BYTES_MIN) return bytes
  throw wrong('PLAT_BLOCK_CACHE', `${text} is less than ${BLOCK_CACHE_BYTES_MIN} bytes`)
}

function wholeBytes(setting: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw wrong(setting, `${text} is not a whole number`)
}

function wrong(setting: string, problem: string): StepError {
  const remedy = `Give whole bytes, for example ${setting}=2147483648, or leave it out.`
  return new StepError('read the setting', setting, problem, remedy)
}
