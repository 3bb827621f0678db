import { importsOf, readImports } from './imports.ts'
import type { Tree, Violation } from './tree.ts'

/** Files of every layer's folder, so that a reader who knows one layer knows them all. */
const LAYER_FILES = ['README.md', 'layer.ts']
/**
 * One anatomy for every layer: a property that a file declares, and the files that must then exist,
 * so that the same part has the same name in every layer.
 */
const DECLARED_FILES: { file: string; property: RegExp; needs: string[] }[] = [
  { file: 'layer.ts', property: /^ {2}tables\b(?!: \[\])/m, needs: ['tables.ts'] },
  {
    file: 'layer.ts',
    property: /^ {2}section\b(?!: 'none')/m,
    needs: ['section.ts', 'data.ts', 'summary.ts'],
  },
  { file: 'layer.ts', property: /^ {2}upstreams\b/m, needs: ['upstream.ts'] },
  { file: 'section.ts', property: /^ {2}columns\b/m, needs: ['columns.ts'] },
  { file: 'section.ts', property: /^ {2}requestData\b/m, needs: ['request.ts'] },
]
/** Files of a layer that is built. */
const FIXTURE = 'fixtures/rows.json'
const PIPELINE_FILES = ['pipeline.ts']
/** A layer with this file requests a live source, alone or in addition to its tables. */
const LIVE_FILE = 'upstream.ts'
/** Headings of a layer's README: what one row is, what names it, what not to assume. */
const README_HEADINGS = ['Grain', 'Key', 'Caveats']

/** The ids of the folders that are layers: `layers/<id>/layer.ts`. */
export function layerIds(tree: Tree): string[] {
  return [...tree.keys()].flatMap((path) => /^layers\/([^/]+)\/layer\.ts$/.exec(path)?.[1] ?? [])
}

/** Incomplete pairs: the layers of layers/index.ts, and both of their folders. */
export function findIncompletePairs(tree: Tree): Violation[] {
  const index = 'layers/index.ts'
  const listed = readImports(index, tree.get(index) ?? '').flatMap(
    ({ path }) => /^layers\/([^/]+)\/layer\.ts$/.exec(path ?? '')?.[1] ?? [],
  )
  const violations: Violation[] = []
  const demand = (path: string) => {
    if (!tree.has(path)) violations.push({ path, problem: 'is missing' })
  }
  if (listed.length === 0) violations.push({ path: index, problem: 'lists no layer' })
  for (const id of listed) {
    for (const file of LAYER_FILES) demand(`layers/${id}/${file}`)
    for (const { file, property, needs } of DECLARED_FILES)
      if (property.test(tree.get(`layers/${id}/${file}`) ?? ''))
        for (const needed of needs) demand(`layers/${id}/${needed}`)
    const isBuilt = tree.has(`pipelines/${id}/${PIPELINE_FILES[0]}`)
    if (!isBuilt && tree.has(`layers/${id}/${LIVE_FILE}`)) continue
    demand(`layers/${id}/${FIXTURE}`)
    for (const file of PIPELINE_FILES) demand(`pipelines/${id}/${file}`)
  }
  for (const id of layerIds(tree)) {
    if (!listed.includes(id)) {
      violations.push({ path: `layers/${id}/layer.ts`, problem: `is not in ${index}` })
    }
  }
  for (const path of tree.keys()) {
    const id = /^pipelines\/([^/]+)\/pipeline\.ts$/.exec(path)?.[1]
    if (id && !listed.includes(id)) violations.push({ path, problem: `has no layer in ${index}` })
  }
  return violations
}

/** Layers whose README lacks a heading, or has nothing under it. */
export function findUndocumentedLayers(tree: Tree): Violation[] {
  return layerIds(tree).flatMap((id) => {
    const path = `layers/${id}/README.md`
    const sections = (tree.get(path) ?? '').split(/^#+ +/m).slice(1)
    const filled = sections.map((section) => {
      const [heading, ...rest] = section.split('\n')
      return rest.join('').trim() === '' ? '' : heading.trim()
    })
    const missing = README_HEADINGS.filter((heading) => !filled.includes(heading))
    return missing.map((heading) => ({ path, problem: `has nothing under "${heading}"` }))
  })
}

/**
 * Finds imports of one layer from another: tables are shared by name, code through the folders
 * above.
 */
export function findCrossedLayers(tree: Tree): Violation[] {
  const ids = new Set(layerIds(tree))
  const layerOf = (path: string) => {
    const id = /^(?:layers|pipelines)\/([^/]+)\//.exec(path)?.[1]
    return id && ids.has(id) ? id : undefined
  }
  return importsOf(tree).flatMap(({ from, path }) => {
    const [own, other] = [layerOf(from), layerOf(path ?? '')]
    if (!own || !other || own === other) return []
    return [{ path: from, problem: `imports ${path}: layer ${own} may not import layer ${other}` }]
  })
}
