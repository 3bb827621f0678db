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
      attributes: attributesOf(permit),
      shape: permit.at && { point: permit.at },
    }))
    return answerLayer({ ...LAYER, features }, request.path, request)
  }
}

function attributesOf({ number, kind, status, address, cost, ...days }: Permit) {
  return {
    PermitNum: number,
    Description: `Fictional: ${kind.work}`,
    AppliedDate: midnight(days.applied),
    IssuedDate: midnight(days.issued),
    CompletedDate: midnight(days.finaled),
    StatusCurrent: `${status[0]}${status.slice(1).toLowerCase()}`,
    OriginalAddress1: address,
    PermitTypeDesc: kind.type,
    EstProjectCost: cost,
    Link: `https://example.com/sampleton/permits/${number}`,
  }
}

/** Atlantic time, as the town's export has it. */
const midnight = (day: string | null): number | null =>
  day === null ? null : Date.parse(`${day}T04:00:00Z`)
