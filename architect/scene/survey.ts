import { z } from 'zod'
import { lengthIn, pointIn, polygonIn } from './length-schema.ts'

/**
 * What is known of the land of a project, as a geodata service has stated it. Lengths are metres in
 * the frame of the scene: x east, z south, true north is -z. What is absent is not known, which is
 * never "none": `layers` states why.
 */

/** Parcels and buildings around the parcel. */
export const NEIGHBOURS_MAX = 150
/** Outlines of the flood zones of a parcel together. */
export const FLOOD_RINGS_MAX = 60
/** Heights of the ground along one side of its grid. */
export const GROUND_NODES_MAX = 32

export const SURVEY_LAYERS = [
  'parcel',
  'zoning',
  'flood',
  'ground',
  'neighbours',
  'climate',
  'sun',
] as const
export type SurveyLayerName = (typeof SURVEY_LAYERS)[number]

export const SIDES_OF_WORLD = ['north', 'east', 'south', 'west'] as const
export type WorldSide = (typeof SIDES_OF_WORLD)[number]

/** Height above or below any datum: the Dead Sea to the highest mountains. */
const height = () => lengthIn(-500, 9_000)
const text = (characters: number) => z.string().max(characters)
/** Decimal degrees as text: numbers of a scene are on a grid of 1e-4, which would be 11 m. */
const degrees = z.string().regex(/^-?\d{1,3}\.\d{7}$/)
const place = z.strictObject({ latitude: degrees, longitude: degrees })
const setback = lengthIn(0, 1_000).nullable()
const angle = z.number().min(-180).max(360)

const layer = z.strictObject({
  name: z.enum(SURVEY_LAYERS),
  status: z.enum(['available', 'partial', 'unavailable']),
  /** Why it is not known, or not wholly; absent where all is. */
  reason: text(600).optional(),
  source: text(300).optional(),
  vintage: text(120).optional(),
  /** ISO 8601. */
  retrievedAt: text(40).optional(),
})

const zoning = z.strictObject({
  district: text(120),
  jurisdiction: text(200),
  setbacks: z.strictObject({ front: setback, side: setback, rear: setback }).nullable(),
  /** Of the highest point above the ground. */
  heightMax: lengthIn(0.1, 1_000).nullable(),
  /** Floor area of all storeys over the area of the parcel. */
  floorAreaRatioMax: z.number().min(0).max(100).nullable(),
  /** Share of the parcel that buildings may cover. */
  coverageMax: z.number().min(0).max(1).nullable(),
  /** Conditions that figures do not state, word for word. */
  note: text(1_000).nullable(),
})

const floodZone = z.strictObject({
  zone: text(40),
  isHighRisk: z.boolean(),
  /** Above NAVD88; null where the zone has none. */
  baseFloodElevation: height().nullable(),
  /** Of the parcel, 0 to 1; null where nobody has measured it. */
  share: z.number().min(0).max(1).nullable(),
  /** Outlines counter-clockwise and holes clockwise, on the parcel; empty where unknown. */
  rings: z.array(polygonIn()).max(FLOOD_RINGS_MAX),
})

const ground = z.strictObject({
  /** What `zero` counts from: `NAVD88`. */
  datum: text(60),
  /** Height of the scene's height 0 above the datum. */
  zero: height(),
  /** Heights are right within this. */
  within: lengthIn(0, 100),
  /** North-west node of a grid of heights; absent where one height alone is known. */
  grid: z
    .strictObject({
      corner: pointIn(),
      step: lengthIn(0.1, 1_000),
      columns: z.int().min(2).max(GROUND_NODES_MAX),
      /** Above the scene's height 0, row by row from the north, each from the west. */
      heights: z.array(lengthIn(-1_000, 1_000)).max(GROUND_NODES_MAX ** 2),
    })
    .optional(),
})

const neighbour = z.strictObject({
  kind: z.enum(['parcel', 'building']),
  polygon: polygonIn(),
  /** Of a building; absent where nobody has measured it. */
  height: lengthIn(0.1, 1_000).optional(),
})

/** At noon of a day: how high the sun stands, and where it rises and sets, as compass degrees. */
const sunOfDay = z.strictObject({
  noonAltitude: angle,
  /** Null where it neither rises nor sets. */
  sunrise: angle.nullable(),
  sunset: angle.nullable(),
  daylightHours: z.number().min(0).max(24),
})

const climate = z.strictObject({
  zone: text(40).nullable(),
  frostDepth: lengthIn(0, 20).nullable(),
  /** Kilonewtons on a square metre. */
  groundSnowLoad: z.number().min(0).max(100).nullable(),
  /** Basic wind speed in metres a second, for buildings of risk category II. */
  windSpeed: z.number().min(0).max(200).nullable(),
  seismicCategory: text(40).nullable(),
})

export const survey = z.strictObject({
  /** ISO 8601. */
  pulledAt: text(40),
  address: text(500).nullable(),
  /** Where the scene's [0, 0] is, on EPSG:4326. */
  origin: place,
  /** The place that the data are of. */
  point: place,
  parcelKey: text(200).nullable(),
  /** Outline of the parcel. The polygon of the site is the plot that is designed on. */
  parcel: polygonIn().optional(),
  /** As the geodata service states it, in square metres on the ellipsoid. */
  parcelArea: z.number().min(0).optional(),
  /** Side at the street, from which the front setback is measured; null where it is not known. */
  front: z.enum(SIDES_OF_WORLD).nullable(),
  zoning: zoning.optional(),
  flood: z.array(floodZone).max(FLOOD_RINGS_MAX).optional(),
  ground: ground.optional(),
  neighbours: z.array(neighbour).max(NEIGHBOURS_MAX).optional(),
  climate: climate.optional(),
  sun: z.strictObject({ june: sunOfDay, equinox: sunOfDay, december: sunOfDay }).optional(),
  layers: z.array(layer).max(SURVEY_LAYERS.length),
})

export type Survey = z.infer<typeof survey>
export type SurveyLayer = z.infer<typeof layer>
export type SurveyZoning = z.infer<typeof zoning>
export type SurveyFloodZone = z.infer<typeof floodZone>
export type SurveyGround = z.infer<typeof ground>
export type SurveyNeighbour = z.infer<typeof neighbour>
