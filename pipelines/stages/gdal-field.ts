/** A column as GDAL describes it. */
export interface GdalField {
  name: string
  type: string
}
