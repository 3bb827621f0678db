import type { FileTime } from './time-reporter.ts'

const SLOWEST = 15

/**
 * Formats the times of a run as lines: each part in seconds, the sum of the test files by folder
 * (two run at a time), the slowest files, and the whole.
 */
export function formatTimes(
  parts: readonly { name: string; seconds: number }[],
  files: readonly FileTime[],
  total_seconds: number,
): string[] {
  const byFolder = new Map<string, number>()
  for (const { file, seconds } of files) {
    const [top, next] = file.split('/')
    const folder = top === 'tests' && next.includes('.') === false ? `${top}/${next}` : top
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + seconds)
  }
  const folders = [...byFolder].sort((a, b) => b[1] - a[1])
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const line = (name: string, seconds: number) => `${seconds.toFixed(1).padStart(8)} s  ${name}`
  return [
    'Time by part:',
    ...parts.map(({ name, seconds }) => line(name, seconds)),
    'Time of test files by folder, of all workers together:',
    ...folders.map(([folder, seconds]) => line(folder, seconds)),
    `The ${slowest.length} slowest test files:`,
    ...slowest.map(({ file, seconds }) => line(file, seconds)),
    `In all ${formatMinutes(total_seconds)}.`,
  ]
}

function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
