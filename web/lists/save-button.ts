import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { LocationRef } from '../location-ref.ts'
import { placeId, placeOf } from './place.ts'
import type { SavedPlaces } from './saved-places.ts'

/** Makes a button put a location into the list of this browser, or remove it. */
export function bindSaveButton(
  made: HTMLButtonElement,
  saved: SavedPlaces,
  dossier: LocationDossier,
  ref: LocationRef,
): void {
  const show = () => {
    const isSaved = saved.at(dossier.point) !== null
    made.textContent = isSaved ? '★ Saved' : '☆ Save'
    made.setAttribute('aria-pressed', `${isSaved}`)
  }
  made.addEventListener('click', () => {
    const place = saved.at(dossier.point)
    if (place) saved.remove(placeId(place))
    const left = place ? 0 : saved.add([placeOf(dossier, ref, new Date())])
    show()
    if (left > 0) made.textContent = 'The list is full'
  })
  show()
}
