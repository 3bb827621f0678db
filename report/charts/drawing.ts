/** An element of SVG as plain data: a page makes elements of it, a document its text. */
export interface Drawn {
  name: string
  attributes: Readonly<Record<string, string | number>>
  children: readonly (Drawn | string)[]
}

export function draw(
  name: string,
  attributes: Drawn['attributes'] = {},
  ...children: (Drawn | string)[]
): Drawn {
  return { name, attributes, children }
}

/** A drawing with the table of its numbers: who does not see it reads those. */
export interface Chart {
  title: string
  drawing: Drawn
  table: { head: string[]; rows: string[][] }
  /** Names of colours, where the table does not name them. */
  legend?: { label: string; tone: string }[]
  /** Class of the colour of each row, without `tone-`: the table is then the legend too. */
  tones?: string[]
  /** Sentences below it: measures and caveats. */
  notes?: string[]
}

/** Width of every chart in its own units; it is scaled to the width of its place. */
export const CHART_WIDTH = 320

/** The root of a chart's drawing; screen readers have one sentence instead of it. */
export function drawChart(height: number, description: string, ...children: Drawn[]): Drawn {
  const viewBox = `0 0 ${CHART_WIDTH} ${height}`
  return draw(
    'svg',
    { viewBox, role: 'img', 'aria-label': description, class: 'chart' },
    ...children,
  )
}

/** A coordinate to a tenth of a unit, which is less than a pixel. */
export function fixed(value: number): number {
  return Number(value.toFixed(1))
}
