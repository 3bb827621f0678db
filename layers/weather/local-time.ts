type Formatter = (time: number) => string

/**
 * Formats moments as local time with its offset, `2026-08-23T19:00-04:00`: by the zone, whose
 * offset may change within the week, else by the offset that the service gave for now.
 */
export function localTimes(zone: string | null, offset_s: number): Formatter {
  // Made once for all hours of an answer: it takes longer than formatting them.
  const offsetOf = zoneOffsets(zone)
  return (time) => {
    const offset_min = offsetOf?.(time) ?? Math.round(offset_s / 60)
    const local = new Date(time + offset_min * 60_000).toISOString().slice(0, 16)
    const size = Math.abs(offset_min)
    const two = (value: number) => `${value}`.padStart(2, '0')
    return `${local}${offset_min < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  }
}

/** The zone by its name; null for a name that this runtime does not know. */
export function knownZone(zone: string | null): string | null {
  return zoneOffsets(zone)?.(0) == null ? null : zone
}

/** Minutes that a zone is ahead of UTC at a moment; null where the zone is not known. */
function zoneOffsets(zone: string | null): ((time: number) => number | null) | null {
  if (zone === null) return null
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
    const found = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)
    if (!found) return null
    const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0)
    return found[1] === '-' ? -minutes : minutes
  }
}
