import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

/**
 * Loads the map and, at the same time, the script of its worker, which the map would request only
 * once it has started.
 */
export function loadMap(): Promise<typeof import('./map-view.ts')> {
  // Only for the cache of the browser: a failure is seen by the map itself.
  fetch(workerUrl)
    .then((answer) => answer.blob())
    .catch(() => {})
  return import('./map-view.ts')
}
