import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/schemas/${name}.json`, import.meta.url), 'utf8'))

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  iri: { validate: (text: string) => URL.canParse(text) },
  'iri-reference': { validate: (text: string) => URL.canParse(text, 'https://base.example/') },
}

/** The schemas refer to this one, but no document of Plat uses it. */
const PROJJSON = 'https://proj.org/schemas/v0.5/projjson.schema.json'

function validator(...names: string[]): Ajv {
  // One of them escapes a colon, which is not a valid expression under the `u` flag.
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS, unicodeRegExp: false })
  ajv.addSchema(true as never, PROJJSON)
  for (const name of names)
    for (const [address, schema] of Object.entries(read(name))) {
      const { $id: _, ...rest } = schema as Record<string, unknown> // one of them misspells its own
      ajv.addSchema(rest, address)
    }
  return ajv
}

/** Errors of a document of a STAC catalog by the published schemas; empty when it is valid. */
export type StacCheck = (document: { type: string; stac_extensions?: string[] }) => string[]

const CORE = 'https://schemas.stacspec.org/v1.1.0'
const CORE_SCHEMAS: Record<string, string> = {
  Feature: `${CORE}/item-spec/json-schema/item.json`,
  Collection: `${CORE}/collection-spec/json-schema/collection.json`,
  Catalog: `${CORE}/catalog-spec/json-schema/catalog.json`,
}

/**
 * STAC 1.1.0 and the extensions that a document names. Throws for an extension without a schema
 * here.
 */
export function stacCheck(): StacCheck {
  const ajv = validator('geojson', 'stac-core', 'stac-extensions')
  return (document) =>
    [CORE_SCHEMAS[document.type], ...(document.stac_extensions ?? [])].flatMap((address) => {
      const validate = ajv.getSchema(address)
      if (!validate) throw new Error(`there is no schema for ${address}`)
      return problemsOf(validate, document).map((problem) => `${address}: ${problem}`)
    })
}

/** Errors of the `geo` metadata of a file by GeoParquet's schema of version 1.0.0. */
export function geoParquetCheck(): (metadata: unknown) => string[] {
  const schema = read('geoparquet')
  schema.properties.version.const = '1.0.0'
  const validate = validator().compile(schema)
  return (metadata) => problemsOf(validate, metadata)
}

/** Errors of a feature by GeoJSON's published schema. */
export function geoJsonFeatureCheck(): (feature: unknown) => string[] {
  const validate = validator('geojson').getSchema('https://geojson.org/schema/Feature.json')!
  return (feature) => problemsOf(validate, feature)
}

function problemsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
