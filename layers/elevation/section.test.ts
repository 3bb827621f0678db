import { elevationOutside } from '../../tests/elevation-fixture.ts'
import { testLayer } from '../../tests/test-layer.ts'
import { elevation } from './layer.ts'

testLayer(elevation, { whenBlank: 'empty', outside: elevationOutside })
