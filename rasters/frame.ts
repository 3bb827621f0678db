import proj4 from 'proj4'

/** Converters of frames held; a build has as many as its publishers have frames. */
const FRAMES_MAX = 64

type ToFrame = (place: readonly [lng: number, lat: number]) => [x: number, y: number]

const converters = new Map<string, ToFrame>()

/**
 * From longitude and latitude, degrees, to x and y of a projected frame, given as a PROJ string:
 * `+proj=utm +zone=18 +ellps=GRS80 +units=m`. Both count on the ellipsoid that the string names, so
 * no datum is shifted. Throws for what proj4js does not know; `pipelines/elevation/source-frame.ts`
 * lets none of those into a build.
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
  if (converters.size >= FRAMES_MAX) converters.delete(converters.keys().next().value!)
  converters.set(frame, convert)
  return convert
}
