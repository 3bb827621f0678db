import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

/** The machine that a figure was measured on. */
export function machine() {
  return {
    cpu: cpus()[0].model.trim(),
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e9),
    node: process.version,
    /** Over one minute, as the bench began: more than the cores means a shared machine. */
    load_at_start: Number(loadavg()[0].toFixed(1)),
    date: new Date().toISOString().slice(0, 10),
  }
}

/** Writes `results/<name>.json`, which is committed. */
export function writeResults(name: string, result: object): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** p50, p99 and mean of measured times, in the unit given, to four decimals. */
export function spread(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length
  return { p50: rounded(at(0.5)), p99: rounded(at(0.99)), mean: rounded(mean), n: sorted.length }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}

export function rounded(value: number, decimals = 4): number {
  return Number(value.toFixed(decimals))
}

/** Seconds that work took. */
export async function seconds(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Whole-number options of a bench's command line: `--parcels 100000 --flood 10000`. */
export function wholeOption(text: string | undefined, name: string): number {
  if (!text || !/^\d{1,9}$/.test(text)) throw new Error(`--${name} wants a whole number`)
  return Number(text)
}
