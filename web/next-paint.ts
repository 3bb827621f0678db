/** A tab that is not seen is not painted. */
const UNSEEN_MS = 100

/** Resolves once the page shows what was changed so far, or after a tenth of a second. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, UNSEEN_MS)
  })
}
