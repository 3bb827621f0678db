/**
 * The letters of a Cowardin code as the National Wetlands Inventory maps them: FGDC-STD-004-2013,
 * "Classification of Wetlands and Deepwater Habitats of the United States", second edition
 * (https://www.fgdc.gov/standards/projects/wetlands), in the letters of the Fish and Wildlife
 * Service's code diagram
 * (https://www.fws.gov/media/guide-understanding-national-wetlands-inventory-mapping-codes).
 * "Older maps" marks entries of diagrams before 2013 that the standard no longer has.
 */

export type SystemCode = 'M' | 'E' | 'R' | 'L' | 'P'

export const SYSTEMS: Record<SystemCode, { word: string; subsystems: Record<string, string> }> = {
  M: { word: 'marine', subsystems: { 1: 'subtidal', 2: 'intertidal' } },
  E: { word: 'estuarine', subsystems: { 1: 'subtidal', 2: 'intertidal' } },
  R: {
    word: 'riverine',
    subsystems: {
      1: 'tidal',
      2: 'lower perennial',
      3: 'upper perennial',
      4: 'intermittent',
      5: 'unknown perennial',
    },
  },
  L: { word: 'lacustrine', subsystems: { 1: 'limnetic', 2: 'littoral' } },
  P: { word: 'palustrine', subsystems: {} },
}

/** Trees and shrubs share one list of subclasses. */
const WOODY = {
  1: 'broad-leaved deciduous',
  2: 'needle-leaved deciduous',
  3: 'broad-leaved evergreen',
  4: 'needle-leaved evergreen',
  5: 'dead',
  6: 'deciduous',
  7: 'evergreen',
}
const ROCK = { 1: 'bedrock', 2: 'rubble' }
const LOOSE = { 1: 'cobble-gravel', 2: 'sand', 3: 'mud', 4: 'organic' }

export type ClassCode =
  | 'RB'
  | 'UB'
  | 'AB'
  | 'RF'
  | 'OW'
  | 'SB'
  | 'RS'
  | 'US'
  | 'ML'
  | 'EM'
  | 'SS'
  | 'FO'

/**
 * Classes with their subclasses. `isWetland`: the standard's name of the class ends in "wetland".
 */
export const CLASSES: Record<
  ClassCode,
  { word: string; isWetland: boolean; subclasses: Record<string, string> }
> = {
  RB: { word: 'rock bottom', isWetland: false, subclasses: ROCK },
  UB: { word: 'unconsolidated bottom', isWetland: false, subclasses: LOOSE },
  AB: {
    word: 'aquatic bed',
    isWetland: false,
    subclasses: {
      1: 'algal',
      2: 'aquatic moss',
      3: 'rooted vascular',
      4: 'floating vascular',
      // Older maps.
      5: 'unknown submergent',
      6: 'unknown surface',
    },
  },
  RF: { word: 'reef', isWetland: false, subclasses: { 1: 'coral', 2: 'mollusk', 3: 'worm' } },
  // Older maps: the bottom was not seen.
  OW: { word: 'open water of unknown bottom', isWetland: false, subclasses: {} },
  SB: {
    word: 'streambed',
    isWetland: false,
    subclasses: {
      ...ROCK,
      3: 'cobble-gravel',
      4: 'sand',
      5: 'mud',
      6: 'organic',
      7: 'vegetated',
    },
  },
  RS: { word: 'rocky shore', isWetland: false, subclasses: ROCK },
  US: { word: 'unconsolidated shore', isWetland: false, subclasses: { ...LOOSE, 5: 'vegetated' } },
  ML: { word: 'moss-lichen', isWetland: true, subclasses: { 1: 'moss', 2: 'lichen' } },
  EM: {
    word: 'emergent',
    isWetland: true,
    subclasses: { 1: 'persistent', 2: 'nonpersistent', 5: 'Phragmites australis' },
  },
  SS: { word: 'scrub-shrub', isWetland: true, subclasses: WOODY },
  FO: { word: 'forested', isWetland: true, subclasses: WOODY },
}

const BOTTOMS: ClassCode[] = ['RB', 'UB', 'AB', 'OW']
const CHANNEL: ClassCode[] = [...BOTTOMS, 'RS', 'US']

/**
 * The classes that the standard has in each system and subsystem. Streambed is the one class of an
 * intermittent stream, and else only where tides bare the channel; emergents of rivers are those of
 * the tidal and lower perennial reaches.
 */
export const CLASSES_OF: Record<string, readonly ClassCode[]> = {
  M1: [...BOTTOMS, 'RF'],
  M2: ['AB', 'RF', 'RS', 'US'],
  E1: [...BOTTOMS, 'RF'],
  E2: ['AB', 'RF', 'SB', 'RS', 'US', 'EM', 'SS', 'FO'],
  R1: [...CHANNEL, 'SB', 'EM'],
  R2: [...CHANNEL, 'EM'],
  R3: CHANNEL,
  R4: ['SB'],
  R5: CHANNEL,
  L1: BOTTOMS,
  L2: [...CHANNEL, 'EM'],
  P: [...BOTTOMS, 'US', 'ML', 'EM', 'SS', 'FO'],
}

/** Water regimes, one capital letter: nontidal, saltwater tidal, freshwater tidal, older maps. */
export const WATER_REGIMES: Record<string, string> = {
  A: 'temporarily flooded',
  // The edition of 2013 split "saturated" into B and D; it is not known which one an older map has.
  B: 'seasonally saturated (on older maps: saturated)',
  C: 'seasonally flooded',
  D: 'continuously saturated',
  E: 'seasonally flooded/saturated',
  F: 'semipermanently flooded',
  G: 'intermittently exposed',
  H: 'permanently flooded',
  J: 'intermittently flooded',
  K: 'artificially flooded',
  L: 'subtidal',
  M: 'irregularly exposed',
  N: 'regularly flooded',
  P: 'irregularly flooded',
  Q: 'regularly flooded by fresh tides',
  R: 'seasonally flooded by fresh tides',
  S: 'temporarily flooded by fresh tides',
  T: 'semipermanently flooded by fresh tides',
  V: 'permanently flooded by fresh tides',
  U: 'unknown water regime',
  W: 'intermittently flooded/temporary',
  Y: 'saturated/semipermanent/seasonal',
  Z: 'intermittently exposed/permanent',
}

/** Modifiers after the water regime: special, water chemistry and soil, one sign each. */
export const MODIFIERS: Record<string, string> = {
  b: 'beaver',
  d: 'partly drained or ditched',
  f: 'farmed',
  h: 'diked or impounded',
  m: 'managed',
  r: 'artificial substrate',
  s: 'spoil',
  x: 'excavated',
  a: 'acid',
  t: 'circumneutral',
  i: 'alkaline',
  g: 'organic soil',
  n: 'mineral soil',
  1: 'hyperhaline',
  2: 'euhaline',
  3: 'mixohaline (brackish)',
  4: 'polyhaline',
  5: 'mesohaline',
  6: 'oligohaline',
  0: 'fresh',
  7: 'hypersaline',
  8: 'eusaline',
  9: 'mixosaline',
}

/** Modifiers of inland salinity: a palustrine wetland that has one is not fresh. */
export const INLAND_SALINE = ['7', '8', '9']
