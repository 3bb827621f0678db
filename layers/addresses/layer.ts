import type { Layer } from '../layer.ts'
import { tables } from './tables.ts'
import { censusGeocoder } from './upstream.ts'

export const addresses: Layer = {
  id: 'addresses',
  catalog: {
    slug: 'addresses',
    title: 'Addresses',
    description: 'Address points, house numbers along streets and points of ZIP codes.',
    category: 'infrastructure',
  },
  tables,
  // Addresses only find locations; the data about a location is that of its parcel.
  section: 'none',
  upstreams: [censusGeocoder],
  features: [
    {
      table: 'address_points',
      properties: ['number', 'street', 'unit', 'city', 'state', 'zip'],
      label: 'number',
      minZoom: 17,
    },
    {
      table: 'street_ranges',
      properties: ['street', 'side', 'from_number', 'to_number'],
      label: 'street',
      minZoom: 15,
      isNames: true,
    },
    { table: 'zip_points', properties: ['state'], label: 'zip', minZoom: 8 },
  ],
}
