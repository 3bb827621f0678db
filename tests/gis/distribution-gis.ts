import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PYTHON = '/usr/bin/python3'

/** GDAL's programs and QGIS as the distribution packages them: Debian 12 has 3.6 and 3.22. */
export const HAS_OGR = existsSync('/usr/bin/ogrinfo') && existsSync('/usr/bin/ogr2ogr')
export const HAS_QGIS = existsSync('/usr/lib/python3/dist-packages/qgis/core')

/** Longest run of a program: QGIS starts in seconds on a busy machine. */
const RUN_MS = 120_000
/** Output of a program, at most. */
const OUTPUT_BYTES_MAX = 64e6

/** Output of a program. A warning or an error of GDAL fails, whatever its exit code is. */
function run(program: string, args: readonly string[], input?: string): string {
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    input,
    encoding: 'utf8',
    timeout: RUN_MS,
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  if (status === 0 && !/\b(Warning|ERROR) \d/.test(stderr)) return stdout
  throw new Error(`${program} ${args.join(' ')}: ${signal ?? status}: ${stderr}`)
}

/** `ogrinfo` of a layer of a file: its head, without its rows. */
export function ogrInfo(file: string): string {
  return run('/usr/bin/ogrinfo', ['-so', '-al', file])
}

/**
 * Rows of a file as `ogr2ogr` writes them: all, or those whose shapes meet a box of west, south,
 * east, north.
 */
export function ogrRows(file: string, box?: readonly number[]): Record<string, unknown>[] {
  // A CSV states no system, and GDAL warns that it assumes this one.
  const system = file.endsWith('.csv') ? ['-a_srs', 'EPSG:4326'] : []
  const options = ['-f', 'GeoJSONSeq', ...system, ...(box ? ['-spat', ...box.map(String)] : [])]
  const lines = run('/usr/bin/ogr2ogr', [...options, '/vsistdout/', file])
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line).properties)
}

/** A layer as QGIS opens it. */
export interface QgisLayer {
  version: string
  isValid: boolean
  features: number
  shapes: string
  crs: string
  abstract: string
  /** Columns with their types. */
  fields: Record<string, string>
  /** Features that a box finds. */
  inBox: number
  /** Sum of the areas of all shapes in square degrees, and whether GEOS finds all of them valid. */
  area: number
  areValid: boolean
}

const SCRIPT = `
import json, os, sys
from qgis.core import Qgis, QgsApplication, QgsFeatureRequest, QgsRectangle, QgsVectorLayer, QgsWkbTypes
QgsApplication.setPrefixPath('/usr', True)
app = QgsApplication([], False)
app.initQgis()
file, *box = sys.argv[1:]
layer = QgsVectorLayer(file, 'layer', 'ogr')
found = QgsFeatureRequest(QgsRectangle(*[float(side) for side in box]))
shapes = [feature.geometry() for feature in layer.getFeatures()]
print(json.dumps({
    'version': Qgis.QGIS_VERSION,
    'isValid': layer.isValid(),
    'features': layer.featureCount(),
    'shapes': QgsWkbTypes.displayString(layer.wkbType()),
    'crs': layer.crs().authid(),
    'abstract': layer.dataProvider().layerMetadata().abstract(),
    'fields': {field.name(): field.typeName() for field in layer.fields()},
    'inBox': len(list(layer.getFeatures(found))),
    'area': sum(shape.area() for shape in shapes),
    'areValid': all(shape.isGeosValid() for shape in shapes),
}))
sys.stdout.flush()
# QGIS 3.22 crashes where Python frees shapes and layers after it.
os._exit(0)
`

/** Opens a file in QGIS; the box is west, south, east, north. */
export function openInQgis(file: string, box: readonly number[]): QgisLayer {
  const lines = run(PYTHON, ['-', file, ...box.map(String)], SCRIPT)
    .trim()
    .split('\n')
  return JSON.parse(lines.at(-1)!)
}
