import { testLayer } from '../../tests/test-layer.ts'
import { parcel } from './layer.ts'

testLayer(parcel, { whenBlank: 'empty' })
