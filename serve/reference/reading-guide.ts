import type { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import type { STATUSES } from '../../layers/section.ts'

/** What a section's `status` says, and what it does not. */
export const SECTION_STATUS_MEANINGS: Record<(typeof STATUSES)[number], string> = {
  available: 'Facts follow in `data`.',
  empty: 'A source of this build covers the spot and has nothing here: a street between parcels.',
  not_covered:
    'No source of this build covers the spot, or the layer is not in the build. It says nothing about the spot.',
  not_available: 'There should be an answer and there is none now: `reason` and `hint` say why.',
}

/** How well a point is known. */
export const PRECISION_MEANINGS: Record<(typeof PRECISIONS)[number], string> = {
  rooftop: 'The point of the address itself.',
  street: 'A place along the street: 50 to 200 m off.',
  place: 'The middle of a town, a ZIP code or a whole street.',
}

/** What nobody may read into an answer. */
export const CAVEATS = [
  'An unmapped spot is not a safe spot: `flood` with `mapped: false` has `is_in_flood_zone: null`, and so says neither.',
  'A parcel is not its point: `is_in_flood_zone` of `flood` is of the point, `parcel_in_flood_zone` of the parcel.',
  '`not_covered` and an empty list mean that the build knows nothing there, not that nothing is there.',
  'A flood section is no flood zone determination, `first_floor_elevation_ft_est` no elevation certificate, `code_basis` no judgment of a designer.',
  'A `null` in `data` is not known. It is neither zero nor no.',
  'Facts are as old as the `vintage` of their `source`; `age` is how old that was when our copy was taken.',
  'A dossier with `warnings` is of what was given, and something about it should be checked first: latitude and longitude may be swapped.',
]

/** How one comes to a key, and how it is sent. */
export const KEY_GUIDE = [
  'Every path but `/v1/health`, `/docs`, `/openapi.json` and `/llms.txt` needs an API key. A person signs in on the map page, opens the account dialog and makes a map key under API keys. It begins with `sk_map_` and is shown once.',
  'Send it as `Authorization: Bearer <key>` or as `x-api-key: <key>`, never in an address. Pages of any origin may ask with a key; a page of this service asks as who is signed in.',
  'No key, a wrong, an expired or a revoked one is 401; one without the scope `read:public` is 403. A map key may ask 300 times in any 60 seconds: `RateLimit-Remaining` tells how many are left, and past it 429 tells in `Retry-After` how many seconds to wait. Features of a layer count as one request for each 1,000 of their `limit`, every other request counts as one.',
]
