/** Whole numbers with thousands separators: `10,643`. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** Seconds for people: `0.42 s`, `5.1 s`, `2 min 05 s`, `1 h 03 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.9995) return `${seconds.toFixed(2)} s`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Bytes in decimal units, as disks and `du --si` count them: `812 B`, `4.1 kB`, `210 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
