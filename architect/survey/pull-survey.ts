import { setTimeout as wait } from 'node:timers/promises'
import { boxOf, type Polygon } from '../geometry/polygon.ts'
import type { Survey, SurveyLayer, SurveyLayerName, SurveyNeighbour } from '../scene/survey.ts'
import { type Dossier, ParcelShape } from './dossier-shape.ts'
import type { Features, GeodataClient, LocationQuery } from './geodata-client.ts'
import { groundOf, isComputing } from './ground-of-dossier.ts'
import { climateOf, floodOf, zoningOf } from './layers-of-dossier.ts'
import { type Degrees, type LocalFrame, localFrame, storedDegrees } from './local-frame.ts'
import { AROUND_M, FEATURES_REQUESTED_MAX, neighboursOf } from './neighbours.ts'
import { frontOf, parcelOutline } from './parcel-outline.ts'
import { linesOf, UnusableShape } from './plan-shapes.ts'
import { cut, knownLayer, readSection, unknownLayer } from './section-reading.ts'
import { SUN_SOURCE, sunAt } from './sun.ts'

/** Requests while the terrain of a parcel is computed, which takes about 30 s at the first look. */
const TERRAIN_TRIES_MAX = 12
const TERRAIN_WAIT_MS = 3_000
const ADDRESS_CHARACTERS_MAX = 500

/** Sections of the dossier that the layers are read from. */
const SECTIONS: Record<SurveyLayerName, readonly string[]> = {
  parcel: ['parcel'],
  zoning: ['zoning'],
  flood: ['flood'],
  ground: ['elevation'],
  neighbours: [],
  climate: ['code_basis'],
  sun: [],
}

export interface SurveyRequest {
  query: LocationQuery
  layers: readonly SurveyLayerName[]
  /** What is known of the project's land already. */
  former: Survey | null
  /** ISO 8601. */
  now: string
  signal: AbortSignal
  /** For tests. */
  terrainWait_ms?: number
}

/** What is known of a place. Throws `ArchitectError` where the geodata service does not answer. */
export async function pullSurvey(client: GeodataClient, request: SurveyRequest): Promise<Survey> {
  const { query, layers, signal, now } = request
  const sections = [...new Set(['parcel', ...layers.flatMap((name) => SECTIONS[name])])]
  const first = await client.location(query, sections, signal)
  const dossier = layers.includes('ground') ? await withTerrain(client, first, request) : first
  const near: Degrees = { latitude: dossier.point.lat, longitude: dossier.point.lng }
  const parcel = parcelOf(dossier, near, request.former)
  const { frame } = parcel
  const isSame = request.former !== null && request.former.parcelKey === parcel.key
  const former = isSame && parcel.key !== null ? request.former : null
  const pulled: Partial<Record<SurveyLayerName, { layer: SurveyLayer; known?: unknown }>> = {
    parcel: { layer: parcel.layer },
    zoning: zoningOf(dossier),
    flood: floodOf(dossier, frame),
    ground: groundOf(dossier, frame, parcel.ring),
    climate: climateOf(dossier),
    sun: {
      layer: { name: 'sun', status: 'available', source: SUN_SOURCE, retrievedAt: now },
      known: sunAt(frame.origin.latitude),
    },
  }
  if (layers.includes('neighbours'))
    pulled.neighbours = await neighbours(client, dossier, parcel, signal)
  const answered = layers.flatMap((name) => {
    const found = pulled[name]
    return found ? [[name, found] as const] : []
  })
  const isNew = (name: string) => answered.some(([each]) => each === name)
  return {
    pulledAt: now,
    address: dossier.address ? cut(dossier.address.formatted, ADDRESS_CHARACTERS_MAX) : null,
    origin: storedDegrees(frame.origin),
    point: storedDegrees(near),
    parcelKey: parcel.key,
    ...(parcel.ring && { parcel: parcel.ring }),
    ...(parcel.area !== null && { parcelArea: parcel.area }),
    front: parcel.front,
    ...storedOf(former, isNew),
    ...Object.fromEntries(
      answered.flatMap(([name, { known }]) => (known === undefined ? [] : [[name, known]])),
    ),
    layers: [
      ...(former?.layers ?? []).filter(({ name }) => !isNew(name)),
      ...answered.map(([, { layer }]) => layer),
    ],
  }
}

/** What an earlier survey of the same parcel knows of layers that are not requested now. */
function storedOf(former: Survey | null, isNew: (name: string) => boolean): Partial<Survey> {
  if (!former) return {}
  const { zoning, flood, ground, neighbours, climate, sun } = former
  const all = { zoning, flood, ground, neighbours, climate, sun }
  return Object.fromEntries(
    Object.entries(all).filter(([name, known]) => known !== undefined && !isNew(name)),
  )
}

/** The dossier once the terrain of its parcel is ready, or as it is after some time. */
async function withTerrain(
  client: GeodataClient,
  dossier: Dossier,
  { signal, terrainWait_ms = TERRAIN_WAIT_MS }: SurveyRequest,
): Promise<Dossier> {
  const { lat: latitude, lng: longitude } = dossier.point
  let now = dossier
  for (let tries = 0; tries < TERRAIN_TRIES_MAX && isComputing(now); tries++) {
    await wait(terrainWait_ms, undefined, { signal })
    const again = await client.location({ latitude, longitude }, ['parcel', 'elevation'], signal)
    now = { ...dossier, layers: { ...dossier.layers, elevation: again.layers.elevation } }
  }
  return now
}

interface KnownParcel {
  frame: LocalFrame
  layer: SurveyLayer
  key: string | null
  ring: [number, number][] | null
  area: number | null
  front: Survey['front']
}

function parcelOf(dossier: Dossier, near: Degrees, former: Survey | null): KnownParcel {
  const without = (reason: string, section: Parameters<typeof unknownLayer>[2]): KnownParcel => ({
    frame: localFrame(near),
    layer: unknownLayer('parcel', reason, section, dossier),
    key: null,
    ring: null,
    area: null,
    front: null,
  })
  const read = readSection(dossier, 'parcel', ParcelShape)
  if (!('data' in read)) return without(read.reason, read.section)
  const { data, section } = read
  if (!data.geometry) return without('The parcel came without its outline.', section)
  try {
    const origin = former?.parcelKey === data.parcel_key ? degreesOf(former.origin) : null
    const statedArea = data.area_m2 ?? null
    const { frame, ring, notes } = parcelOutline(data.geometry, near, { origin, statedArea })
    const { frontage } = data
    // Frontage along water is no street, and lines do not state which of them is which.
    const isDry = frontage && (frontage.along_water_m ?? 0) === 0
    const front = isDry ? frontOf(ring, linesOf(frontage.geometry, frame)) : null
    const reasons = [
      ...notes,
      ...(front === null ? ['It is not known which side is at the street.'] : []),
    ]
    const layer = knownLayer('parcel', section, dossier, reasons)
    return { frame, layer, key: data.parcel_key, ring, area: statedArea, front }
  } catch (error) {
    if (!(error instanceof UnusableShape)) throw error
    return without(`The outline of the parcel ${error.message}.`, section)
  }
}

const degreesOf = ({ latitude, longitude }: Survey['origin']): Degrees => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
})

async function neighbours(
  client: GeodataClient,
  dossier: Dossier,
  { frame, ring, key }: KnownParcel,
  signal: AbortSignal,
): Promise<{ layer: SurveyLayer; known?: SurveyNeighbour[] }> {
  if (!ring)
    return {
      layer: unknownLayer('neighbours', 'Neighbours are those of a parcel.', null, dossier),
    }
  const around = boxAround(ring)
  const [southWest, , northEast] = around.map(frame.toDegrees)
  const box = [
    southWest.longitude,
    southWest.latitude,
    northEast.longitude,
    northEast.latitude,
  ] as const
  const reasons: string[] = []
  const known: SurveyNeighbour[] = []
  for (const [kind, slug] of [
    ['parcel', 'parcels'],
    ['building', 'structures'],
  ] as const) {
    const features = await featuresOf(client, slug, box, signal)
    if (typeof features === 'string') {
      reasons.push(`The ${kind}s are not known: ${features}`)
      continue
    }
    const found = neighboursOf(kind, features, { frame, around, ownKey: key })
    known.push(...found.neighbours)
    if (found.leftOut > 0 || features.truncated) reasons.push(`Some ${kind}s around are left out.`)
  }
  if (reasons.length === 2 && known.length === 0)
    return { layer: unknownLayer('neighbours', reasons.join(' '), null, dossier) }
  const section = dossier.layers.parcel
  return { known, layer: knownLayer('neighbours', section, dossier, reasons) }
}

/** The features, or why there are none: a service need not have them. */
async function featuresOf(
  client: GeodataClient,
  slug: string,
  box: Parameters<GeodataClient['features']>[1],
  signal: AbortSignal,
): Promise<Features | string> {
  try {
    return await client.features(slug, box, FEATURES_REQUESTED_MAX, signal)
  } catch (error) {
    signal.throwIfAborted()
    return (error as Error).message
  }
}

/** The box around a parcel, counter-clockwise from its south-west corner. */
function boxAround(ring: Polygon): [number, number][] {
  const { minX, minZ, maxX, maxZ } = boxOf(ring)
  const [west, east] = [minX - AROUND_M, maxX + AROUND_M]
  const [north, south] = [minZ - AROUND_M, maxZ + AROUND_M]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}
