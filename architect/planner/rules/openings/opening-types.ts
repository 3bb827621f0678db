import type { DoorType, OpeningShape, WindowType } from '../../../scene/nodes.ts'
import { Declined } from '../../workbench.ts'

const WINDOW_TYPES: [RegExp, WindowType][] = [
  [/\b(?:double|two)[- ]casement\b|\bdouble[- ]leaf window|\bdouble windows?\b/, 'double_casement'],
  [/\bcasements?\b|\bhinged windows?\b|\bopening windows?\b/, 'casement'],
  [/\bsliding\b|\bsliders?\b/, 'sliding'],
  [/\bfixed\b|\bpicture windows?\b|\bnon[- ]opening\b/, 'fixed'],
  [/\bawnings?\b|\btop[- ]hung\b|\btilt(?:ing)?\b/, 'awning'],
]
const DOOR_TYPES: [RegExp, DoorType][] = [
  [/\bgarage doors?\b|\boverhead\b|\broll(?:er|ing|-up)\b/, 'garage'],
  [/\bfolding\b|\bbi-?fold(?:ing)?\b|\baccordion\b|\bbi fold\b/, 'folding'],
  [/\bpocket\b/, 'pocket'],
  [/\bsliding\b|\bsliders?\b|\bpatio doors?\b|\bbarn doors?\b/, 'sliding'],
  [/\bdouble\b|\bfrench\b|\btwo[- ]leaf\b|\bdouble[- ]leaf\b/, 'double'],
  [/\bhinged\b|\bsingle\b|\bswing(?:ing)?\b|\bnormal\b|\bordinary\b|\bregular\b/, 'hinged'],
]
const SHAPES: [RegExp, OpeningShape][] = [
  [/\barch(?:ed|way)?\b/, 'arch'],
  [/\bround\b|\bporthole\b|\bcircular\b/, 'round'],
  [/\brectangular\b|\bsquare[- ]headed\b/, 'rectangle'],
]
/** How replies name the types that their identifiers do not. */
const LABELS: Record<WindowType | DoorType, string> = {
  casement: 'casement window',
  double_casement: 'double casement window',
  sliding: 'sliding',
  fixed: 'fixed window',
  awning: 'awning window',
  hinged: 'hinged door',
  double: 'double door',
  pocket: 'pocket door',
  folding: 'folding door',
  garage: 'garage door',
}

/** The value of the first pattern that fits; null for none. */
const firstOf = <Value>(table: readonly [RegExp, Value][], text: string): Value | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** The type of window that a text names; null for none. */
export const windowTypeIn = (text: string): WindowType | null => firstOf(WINDOW_TYPES, text)
export const doorTypeIn = (text: string): DoorType | null => firstOf(DOOR_TYPES, text)
export const shapeIn = (text: string): OpeningShape | null => firstOf(SHAPES, text)

export const formatWindowType = (type: WindowType): string =>
  type === 'sliding' ? 'sliding window' : LABELS[type]
export const formatDoorType = (type: DoorType): string =>
  type === 'sliding' ? 'sliding door' : LABELS[type]

/** Properties that windows and doors of a project do not have, with what they do have. */
const NOT_POSSIBLE: [RegExp, string][] = [
  [
    /\b(?:frosted|obscured?|tinted|stained|opaque|privacy|milky)\b/,
    'Frosted or tinted glass is not possible here: glass is clear. A window can be smaller or have a higher sill instead.',
  ],
  [
    /\b(?:bay|bow|oriel) windows?\b/,
    'Bay windows are not possible here: windows lie in straight or curved walls. A wide fixed or sliding window is possible.',
  ],
  [
    /\bskylights?\b|\broof ?(?:windows?|lights?)\b|\bdormers?\b/,
    'Skylights, roof windows and dormers are not possible here. Windows in outer walls are.',
  ],
  [
    /\b(?:double|single|sash)[- ]hung\b|\bsash windows?\b/,
    'Sash windows are not possible here. Windows are casement, double casement, sliding, fixed or awning.',
  ],
  [
    /\b(?:glazing|glazed|shutters?|blinds?|curtains?|drapes|grilles?|muntins?)\b/,
    'Glazing, shutters, blinds and curtains are not possible here. The size, type, shape and position of a window are.',
  ],
  [
    /\b(?:revolving|dutch|stable|cat|dog|pet) (?:doors?|flaps?)\b/,
    'Such a door is not possible here. Doors are hinged, double, sliding, pocket, folding or garage doors.',
  ],
  [
    /\b(?:locks?|handles?|knobs?|bells?|cameras?|alarms?)\b/,
    'Locks, handles and the like are not possible here. The size, type and swing of a door are.',
  ],
]

/** Throws `Declined` where a text requests what openings cannot have. */
export function refuseUnknownTypes(text: string): void {
  const reason = firstOf(NOT_POSSIBLE, text)
  if (reason !== null) throw new Declined(reason)
}
