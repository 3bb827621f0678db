/** Zoom from which maps write labels of areas and lines: at lower ones they would fill the map. */
export const LABELS_FROM_ZOOM = 13
