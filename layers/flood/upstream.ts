import type { Upstream } from '../../upstream/upstream.ts'

/**
 * FEMA's National Flood Hazard Layer as a map service: availability is layer 0, panels are layer 3
 * and hazard zones layer 28
 * (https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer).
 */
export const femaNfhl: Upstream = {
  id: 'fema-nfhl',
  title: 'FEMA National Flood Hazard Layer, map service',
  attribution: 'FEMA National Flood Hazard Layer',
  url: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer',
  // A regulatory record: the operator switches it on.
  isOn: false,
  // Ids, then shapes: two requests one after the other within the section's 5 s.
  deadline_ms: 2_400,
  // A zone of a county has up to hundreds of thousands of points, at about 40 bytes each.
  responseBytesMax: 16 * 1024 * 1024,
  // The service is updated when maps become effective, not by the minute.
  cache_ms: 3_600_000,
}
