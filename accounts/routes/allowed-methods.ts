import { AccountError } from './account-error.ts'

/** Throws `AccountError` 405 for a method that a path does not have. */
export function assertMethod(method: string, allowed: string[]): void {
  if (allowed.includes(method)) return
  const headers = { allow: allowed.join(', ') }
  throw new AccountError(405, `The path does not allow ${method}.`, { headers })
}
