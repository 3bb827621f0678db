import type { Upstream } from '../../upstream/upstream.ts'

/**
 * The National Wetlands Inventory as a map service; wetlands are layer 0
 * (https://www.fws.gov/program/national-wetlands-inventory/web-mapping-services).
 */
export const fwsNwi: Upstream = {
  id: 'fws-nwi',
  title: 'National Wetlands Inventory, map service',
  attribution: 'U.S. Fish and Wildlife Service, National Wetlands Inventory',
  url: 'https://fwspublicservices.wim.usgs.gov/wetlandsmapservice/rest/services/Wetlands/MapServer',
  // A record of the authority: the operator switches it on.
  isOn: false,
  // Ids, then shapes: two requests one after the other within the section's 5 s.
  deadline_ms: 2_400,
  // An estuary has up to hundreds of thousands of points, at about 40 bytes each.
  responseBytesMax: 16 * 1024 * 1024,
  // The inventory is updated twice a year.
  cache_ms: 3_600_000,
}
