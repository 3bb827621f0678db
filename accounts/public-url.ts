import { StepError } from '../terminal/step-error.ts'

const NAME = 'PLAT_PUBLIC_URL'

/**
 * Reads the public origin of the service: scheme, host and port, or null when each request names
 * it. Throws `StepError` for a wrong value, and when it is not set in production: links, cookies
 * and the check of `Origin` would follow whatever host a request names. The error does not quote
 * the value, because it may hold a password.
 */
export function publicUrlFrom(environment: Record<string, string | undefined>): string | null {
  const text = environment[NAME]
  if (text) {
    const url = URL.canParse(text) ? new URL(text) : null
    const isPlain = url && [url.origin, `${url.origin}/`].includes(text.toLowerCase())
    if (isPlain && /^https?:$/.test(url.protocol)) return url.origin
    throw wrongPublicUrl('it is not a scheme, host and port')
  }
  if (environment.NODE_ENV !== 'production') return null
  throw wrongPublicUrl('it is not set, and in production a request must not decide it')
}

export function wrongPublicUrl(problem: string): StepError {
  const remedy = `Set it to the scheme, host and port that clients use: ${NAME}=https://plat.example.com.`
  return new StepError('read the settings', NAME, problem, remedy)
}
