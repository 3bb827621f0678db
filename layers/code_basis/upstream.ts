import type { Upstream } from '../../upstream/upstream.ts'

/**
 * Design ground motion of ASCE 7-22. The services moved from `/ws/designmaps`, which their
 * documentation still names and which redirects, at times to plain http, where the client does not
 * follow. Usage: https://earthquake.usgs.gov/ws/building-codes/asce7-22/calculate
 */
export const usgsSeismic: Upstream = {
  id: 'usgs-seismic',
  title: 'USGS Seismic Design Web Services',
  attribution: 'US Geological Survey, Earthquake Hazards Program: seismic design maps',
  url: 'https://earthquake.usgs.gov/ws/building-codes',
  isOn: false,
  deadline_ms: 4_000,
  // An answer of 7-22 carries its spectra, some 10 kB.
  responseBytesMax: 500_000,
  // The maps change with an edition of the standard.
  cache_ms: 86_400_000,
}

/**
 * Point estimates of NOAA's Precipitation Frequency Data Server. https://hdsc.nws.noaa.gov/pfds/
 */
export const noaaAtlas14: Upstream = {
  id: 'noaa-atlas14',
  title: 'NOAA Atlas 14 Precipitation Frequency Data Server',
  attribution:
    'NOAA National Weather Service, Hydrometeorological Design Studies Center: NOAA Atlas 14',
  url: 'https://hdsc.nws.noaa.gov/cgi-bin/new',
  isOn: false,
  deadline_ms: 4_000,
  responseBytesMax: 200_000,
  cache_ms: 86_400_000,
}
