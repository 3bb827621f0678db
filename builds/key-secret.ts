import { StepError } from '../terminal/step-error.ts'

/**
 * The sample's secret is public: its county is fictional. A build of real counties that is shown
 * to others sets its own, because a public secret lets anyone test guesses of county ids.
 */
const PUBLIC_SECRET = 'plat sample county: a public secret'

/**
 * The secret behind `parcel_key`: `PLAT_KEY_SECRET`, or the sample's public one. Throws `StepError`
 * unless it has 16 to 64 bytes.
 */
export function keySecret(): Uint8Array {
  const own = process.env.PLAT_KEY_SECRET
  const secret = Buffer.from(own ?? PUBLIC_SECRET)
  if (own !== undefined && (secret.length < 16 || secret.length > 64))
    throw new StepError(
      'read the key secret',
      'PLAT_KEY_SECRET',
      `it has ${secret.length} bytes`,
      'Set 16 to 64 bytes and do not change them: another secret gives every parcel another key.',
    )
  return secret
}
