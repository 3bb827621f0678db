const POINTS = [
  ...['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE'],
  ...['S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'],
] as const

/** The nearest of the 16 points of the compass; degrees clockwise from north. */
export function compassPoint(degrees: number): (typeof POINTS)[number] {
  return POINTS[Math.round(degrees / (360 / POINTS.length)) % POINTS.length]
}
