import { LRUCache } from 'lru-cache'
import proj4 from 'proj4'

/** Cached converters; a build needs one for each frame of its publishers. */
const FRAMES_MAX = 64

type ToFrame = (point: readonly [lng: number, lat: number]) => [x: number, y: number]

const converters = new LRUCache<string, ToFrame>({ max: FRAMES_MAX })

/**
 * Converter from longitude and latitude in degrees to x and y of a projected frame, which is a PROJ
 * string: `+proj=utm +zone=18 +ellps=GRS80 +units=m`. Both are on the ellipsoid that the string
 * names, so no datum is shifted. Throws for a string that proj4js does not know;
 * `pipelines/elevation/source-frame.ts` lets none of those into a build.
 */
export function toFrame(frame: string): ToFrame {
  const known = converters.get(frame)
  if (known) return known
  const ellipsoid = frame.match(/\+(ellps|a|b|rf|R)=\S+/g)?.join(' ')
  const { forward } = proj4(`+proj=longlat ${ellipsoid} +no_defs`, frame)
  const convert: ToFrame = ([lng, lat]) => {
    const [x, y] = forward([lng, lat])
    return [x, y]
  }
  converters.set(frame, convert)
  return convert
}
