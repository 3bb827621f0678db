import { LRUCache } from 'lru-cache'
import { makeSubject, type Subject } from '../geometry/overlap.ts'
import type { Pack } from '../packs/pack-reader.ts'

/** Only subjects with more points than this are cached: a street network has thousands. */
const CACHED_SUBJECT_MIN_POINTS = 256
/** Most recently used subjects that are cached per pack, at about 100 bytes a point. */
const CACHED_SUBJECTS_MAX = 64

const subjectsByPack = new WeakMap<Pack, LRUCache<number, Subject>>()

/** The polygons of a row, prepared for overlap measurements. Large ones are cached. */
export function subjectOf(pack: Pack, number: number): Subject {
  const cached =
    subjectsByPack.get(pack) ?? new LRUCache<number, Subject>({ max: CACHED_SUBJECTS_MAX })
  subjectsByPack.set(pack, cached)
  const known = cached.get(number)
  if (known) return known
  const shape = pack.polygons(number)
  const subject = makeSubject(shape)
  if (shape.coords.length / 2 > CACHED_SUBJECT_MIN_POINTS) cached.set(number, subject)
  return subject
}
