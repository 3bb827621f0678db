import { testLayer } from '../../tests/test-layer.ts'
import { flood } from './layer.ts'

testLayer(flood, { whenBlank: 'available' })
