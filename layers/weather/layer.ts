import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { openMeteoAirQuality, openMeteoForecast } from './upstream.ts'

export const weather: Layer = {
  id: 'weather',
  catalog: {
    slug: 'weather',
    title: 'Weather',
    description: 'Current weather, the forecast by hour and day, and air quality.',
    category: 'environment',
  },
  tables: [],
  section,
  upstreams: [openMeteoForecast, openMeteoAirQuality],
  liveCoverage: 'live, worldwide',
}
