/** A JSON object, such as a JSON Schema or a part of an OpenAPI document. */
export type Json = Record<string, unknown>
