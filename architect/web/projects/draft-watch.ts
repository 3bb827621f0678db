/** How often the draft is looked at while the page is visible. */
const INTERVAL_MS = 15_000

interface Options {
  /** The version of the draft that is shown; null where none is. */
  shown(): number | null
  /** The version that the service has now; null where it is not known. */
  load(): Promise<number | null>
  onChange(): void
}

/**
 * Looks from time to time, and when a person returns to the page, whether somebody else has changed
 * the draft. Each version is reported once.
 */
export function watchDraft({ shown, load, onChange }: Options): void {
  let reported: number | null = null
  const look = async () => {
    if (document.hidden || shown() === null) return
    const next = await load()
    // The page may show another version by now.
    if (next === null || shown() === null || next === shown() || next === reported) return
    reported = next
    onChange()
  }
  setInterval(() => void look(), INTERVAL_MS)
  addEventListener('focus', () => void look())
}
