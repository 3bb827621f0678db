import { townAttributes } from '../files/permit-files.ts'
import type { Permit } from '../permits/permits.ts'
import { type ArcgisLayer, answerLayer } from './arcgis-layer.ts'
import { livePermits } from './live-permits.ts'
import type { SampleService } from './sample-service.ts'

const LAYER: Omit<ArcgisLayer, 'features'> = {
  id: 0,
  name: 'Sampleton permits',
  geometryType: 'esriGeometryPoint',
  maxRecordCount: 200,
  fields: [
    ['OBJECTID', 'esriFieldTypeOID'],
    ['PermitNum', 'esriFieldTypeString'],
    ['Description', 'esriFieldTypeString'],
    ['AppliedDate', 'esriFieldTypeDate'],
    ['IssuedDate', 'esriFieldTypeDate'],
    ['CompletedDate', 'esriFieldTypeDate'],
    ['StatusCurrent', 'esriFieldTypeString'],
    ['OriginalAddress1', 'esriFieldTypeString'],
    ['PermitTypeDesc', 'esriFieldTypeString'],
    ['EstProjectCost', 'esriFieldTypeDouble'],
    ['Link', 'esriFieldTypeString'],
  ],
}

/** The town's permits as an ArcGIS feature layer, in the field names of its export. */
export function arcgisPermits(permits: readonly Permit[]): SampleService {
  return (request) => {
    const features = livePermits(permits, 'town', request.now).map((permit) => ({
      attributes: townAttributes(permit),
      shape: permit.at && { point: permit.at },
    }))
    return answerLayer({ ...LAYER, features }, request.path, request)
  }
}
