import { formatShare } from '../flood-verdict.ts'
import { CHART_WIDTH, type Chart, draw, drawChart } from './drawing.ts'

/** A part of a whole, such as a zone's share of a parcel. */
export interface Share {
  label: string
  /** 0 to 100. */
  pct: number
  /** Class of its colour, without `tone-`. */
  tone: string
}

const HEIGHT = 18
/** Parts that are drawn; the rest is one part. */
const PARTS_MAX = 6

/**
 * A bar of shares; what is left of 100 % stays empty, and shares that add to more, as overlapping
 * polygons do, are drawn in proportion.
 */
export function shareBar(title: string, shares: readonly Share[]): Chart {
  const shown = shares.slice(0, PARTS_MAX)
  const rest = shares.slice(PARTS_MAX).reduce((sum, { pct }) => sum + pct, 0)
  if (rest > 0) shown.push({ label: 'others', pct: rest, tone: 'rest' })
  const sum = shown.reduce((total, { pct }) => total + pct, 0)
  const scale = CHART_WIDTH / Math.max(100, sum)
  const rows = shown.map(({ label, pct }) => [label, formatShare(pct)])
  const description = `${title}: ${rows.map((row) => row.join(' ')).join(', ')}`
  let x = 0
  const parts = shown.map(({ pct, tone }) => {
    const part = draw('rect', {
      ...{ x: x.toFixed(2), y: 0, width: (pct * scale).toFixed(2), height: HEIGHT },
      class: `tone-${tone}`,
    })
    x += pct * scale
    return part
  })
  const frame = draw('rect', { x: 0, y: 0, width: CHART_WIDTH, height: HEIGHT, class: 'frame' })
  return {
    title,
    drawing: drawChart(HEIGHT, description, ...parts, frame),
    table: { head: ['', 'Share'], rows },
    tones: shown.map(({ tone }) => tone),
  }
}
