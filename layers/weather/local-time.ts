/**
 * Formats a moment as local time with its offset, `2026-08-23T19:00-04:00`: by the zone, whose
 * offset may change within the week, else by the offset that the service gave for now.
 */
export function localTime(time: number, zone: string | null, offset_s: number): string {
  const offset_min = zoneOffset(time, zone) ?? Math.round(offset_s / 60)
  const local = new Date(time + offset_min * 60_000).toISOString().slice(0, 16)
  const size = Math.abs(offset_min)
  const two = (value: number) => `${value}`.padStart(2, '0')
  return `${local}${offset_min < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** The zone by its name; null for a name that this runtime does not know. */
export function knownZone(zone: string | null): string | null {
  return zone !== null && zoneOffset(0, zone) !== null ? zone : null
}

/** Minutes that a zone is ahead of UTC; null where the zone is not known. */
function zoneOffset(time: number, zone: string | null): number | null {
  if (zone === null) return null
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
    const found = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)
    if (!found) return null
    const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0)
    return found[1] === '-' ? -minutes : minutes
  } catch {
    return null
  }
}
