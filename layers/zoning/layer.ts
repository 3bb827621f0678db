import type { Layer } from '../layer.ts'
import { USE_COLORS } from '../use-group.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const zoning: Layer = {
  id: 'zoning',
  catalog: {
    slug: 'zoning',
    title: 'Zoning and future land use',
    description: 'Zoning districts, dimensional rules and future land use.',
    category: 'regulatory',
  },
  tables,
  section,
  archive: {
    table: 'zoning_districts',
    minZoom: 10,
    maxZoom: 14,
    kind: 'contiguous',
    properties: [
      'district',
      'description',
      'jurisdiction',
      'is_overlay',
      'conditions',
      'use_group',
    ],
    // Every authority has codes of its own, so the colours are those of uses, as planners draw
    // them (https://www.planning.org/lbcs/standards/), and the codes are written.
    label: 'district',
    colorBy: { property: 'use_group', map: USE_COLORS, default: '#9e9e9e' },
  },
  features: [
    {
      table: 'future_land_use',
      properties: ['code', 'description', 'jurisdiction'],
      label: 'code',
      minZoom: 11,
    },
  ],
}
