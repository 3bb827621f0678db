/** Opens a storage; null in a browser that forbids storage, which throws. */
export function storeOf(open: () => Storage): Storage | null {
  try {
    return open()
  } catch {
    return null
  }
}
