import { formatPoint, type LatLng } from '../location-ref.ts'
import { type Place, placeId } from './place.ts'

/** Places that are stored: some 1.5 kB each, and a browser stores 5 MB. */
export const PLACES_MAX = 500
const NAME = 'plat-places'
/** The form of what is stored; another one is not read. */
const VERSION = 1

/** Storage of the places of this browser. */
export type PlaceStore = Pick<Storage, 'getItem' | 'setItem'>

/** The places that a person saved in this browser. */
export interface SavedPlaces {
  readonly all: readonly Place[]
  /**
   * Adds places, or replaces those that are there. Returns how many do not fit: the list has
   * `PLACES_MAX` at most, and a browser may be full.
   */
  add(places: readonly Place[]): number
  remove(id: string): void
  clear(): void
  /** The place at a point; null where none is saved. */
  at(point: LatLng): Place | null
  onChange(listener: () => void): void
}

/** Opens the places of a store; with null they last as long as the page. */
export function openSavedPlaces(store: PlaceStore | null): SavedPlaces {
  let places = read(store)
  const listeners: (() => void)[] = []
  /** Stores a list and returns whether that worked: a full store throws. */
  const put = (next: Place[]): boolean => {
    try {
      store?.setItem(NAME, JSON.stringify({ version: VERSION, places: next }))
    } catch {
      return false
    }
    places = next
    for (const each of listeners) each()
    return true
  }
  return {
    get all() {
      return places
    },
    add(more) {
      const byId = new Map(places.map((place) => [placeId(place), place]))
      let left = 0
      for (const place of more) {
        const id = placeId(place)
        if (byId.has(id) || byId.size < PLACES_MAX) byId.set(id, place)
        else left++
      }
      return put([...byId.values()]) ? left : more.length
    },
    remove: (id) => void put(places.filter((place) => placeId(place) !== id)),
    clear: () => void put([]),
    at: (point) => places.find((place) => formatPoint(place.point) === formatPoint(point)) ?? null,
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Reads the stored places; none where the store has another form, or was damaged. */
function read(store: PlaceStore | null): Place[] {
  try {
    const stored = JSON.parse(store?.getItem(NAME) ?? 'null') as {
      version: number
      places: Place[]
    } | null
    if (stored?.version !== VERSION || !Array.isArray(stored.places)) return []
    return stored.places.filter(isPlace).slice(0, PLACES_MAX)
  } catch {
    return []
  }
}

function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return (
    typeof place?.title === 'string' &&
    typeof place.ref === 'object' &&
    typeof place.point?.lat === 'number' &&
    typeof place.point.lng === 'number' &&
    Array.isArray(place.facts?.us) &&
    Array.isArray(place.facts.metric) &&
    Array.isArray(place.watch)
  )
}
