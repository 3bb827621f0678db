import { StepError } from '../terminal/step-error.ts'

const NAME = 'PLAT_PUBLIC_URL'

/**
 * Where clients reach the service: scheme, host and port, or null where each request tells its own.
 * Throws `StepError` for what is none, and for production without one: links, cookies and the check
 * of `Origin` would follow whatever host a request names. What was set is not told: a password may
 * stand in it.
 */
export function publicUrlFrom(environment: Record<string, string | undefined>): string | null {
  const text = environment[NAME]
  if (text) {
    const url = URL.canParse(text) ? new URL(text) : null
    const isPlain = url && [url.origin, `${url.origin}/`].includes(text.toLowerCase())
    if (isPlain && /^https?:$/.test(url.protocol)) return url.origin
    throw wrongPublicUrl('it is no scheme, host and port alone')
  }
  if (environment.NODE_ENV !== 'production') return null
  throw wrongPublicUrl('it is not set, and in production no request may say where the service is')
}

export function wrongPublicUrl(problem: string): StepError {
  const remedy = `Set it to scheme, host and port under which clients reach the service: ${NAME}=https://plat.example.com.`
  return new StepError('read the settings', NAME, problem, remedy)
}
