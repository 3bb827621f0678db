import { makeSubject, type Subject } from '../geometry/overlap.ts'
import type { Pack } from '../packs/pack-reader.ts'

/** Parcels of more points than this are kept cut: a street network has thousands. */
const KEPT_SUBJECT_POINTS = 256
/** So many are kept per pack, the last used ones: about 100 bytes a point. */
const KEPT_SUBJECTS_MAX = 64

const keptSubjects = new WeakMap<Pack, Map<number, Subject>>()

/** The polygons of a row made ready to be measured against; large ones are kept that way. */
export function subjectOf(pack: Pack, number: number): Subject {
  const kept = keptSubjects.get(pack) ?? new Map<number, Subject>()
  keptSubjects.set(pack, kept)
  const known = kept.get(number)
  if (known) {
    kept.delete(number)
    kept.set(number, known)
    return known
  }
  const shape = pack.polygons(number)
  const subject = makeSubject(shape)
  if (shape.coords.length / 2 > KEPT_SUBJECT_POINTS) {
    kept.set(number, subject)
    if (kept.size > KEPT_SUBJECTS_MAX) kept.delete(kept.keys().next().value!)
  }
  return subject
}
