import { KEY_LIMIT, TILE_LIMIT } from '../../accounts/admission/admission-limits.ts'
import type { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import type { STATUSES } from '../../layers/section.ts'
import { FEATURES_DEFAULT } from '../map/features-query.ts'
import { PRINT_COST } from '../routes/report.ts'

/** Meaning of a section's `status`. */
export const SECTION_STATUS_MEANINGS: Record<(typeof STATUSES)[number], string> = {
  available: 'The answer is in `data`.',
  empty:
    'A source of this build covers the point and has nothing here, such as a street between parcels.',
  not_covered:
    'No source of this build covers the point, or the layer is not in the build. Nothing is known about the point.',
  not_available: 'The answer is missing at the moment: see `reason` and `hint`.',
}

/** Meaning of the precision of a point. */
export const PRECISION_MEANINGS: Record<(typeof PRECISIONS)[number], string> = {
  rooftop: 'The address point itself.',
  street: 'A position along the street, 50 to 200 m off.',
  place: 'The centre of a town, a ZIP code or a whole street.',
}

/** Wrong conclusions that readers must avoid. */
export const CAVEATS = [
  'An unmapped point is not a safe point: `flood` with `mapped: false` has `is_in_flood_zone: null`, which is neither yes nor no.',
  'A parcel is not its point: in `flood`, `is_in_flood_zone` is about the point and `parcel_in_flood_zone` about the parcel.',
  '`not_covered` and an empty list mean that the build has no data there, not that nothing is there.',
  'A flood section is not a flood zone determination, `first_floor_elevation_ft_est` is not an elevation certificate, and `code_basis` does not replace the judgment of a designer.',
  'A `null` in `data` means unknown. It is neither zero nor no.',
  'Data is as old as the `vintage` of its `source`; `age` is how old the source was when its copy was taken.',
  'A dossier with `warnings` answers the request as given, but check the request first: latitude and longitude may be swapped.',
]

/** How to create a key, and how to send it. */
export const KEY_GUIDE = [
  'Every path under `/v1` but `/v1/health` needs an API key. To get one, sign in on the map page, open the account dialog and create a map key under API keys. The key begins with `sk_map_` and is shown once.',
  'Send it as `Authorization: Bearer <key>` or as `x-api-key: <key>`, never in an address. Pages of any origin may send requests with a key; the map page of this service uses the session of the signed-in person.',
  `A missing, unknown, expired or revoked key is 401; a key without the scope \`read:public\` is 403. A map key allows ${KEY_LIMIT.requests} requests in any ${KEY_LIMIT.window_ms / 1_000} seconds: \`RateLimit-Remaining\` is the number that is left, and beyond it a 429 states in \`Retry-After\` how many seconds to wait. Features of a layer count as one request for each ${FEATURES_DEFAULT.toLocaleString('en-US')} of their \`limit\`, a list of locations as one for each of its entries, a report as PDF as ${PRINT_COST}; every other request counts as one. Tiles of maps are counted apart, up to ${TILE_LIMIT.requests.toLocaleString('en-US')}.`,
]
