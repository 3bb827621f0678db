import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'
import { LIVE_FEEDS } from './upstream.ts'

export const permits: Layer = {
  id: 'permits',
  catalog: {
    slug: 'permits',
    title: 'Building permits',
    description: 'Permits near the point, from the open data feeds of the permitting authorities.',
    category: 'regulatory',
  },
  tables,
  section,
  upstreams: LIVE_FEEDS.map(({ upstream }) => upstream),
  features: [
    {
      table: 'permits',
      properties: [
        'permit_number',
        'permit_type',
        'status',
        'description',
        'address',
        'issued_at',
        'url',
        'authority',
      ],
      label: 'permit_type',
      minZoom: 14,
    },
  ],
}
