import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { putAccounts } from '../accounts/accounts-on.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'
import { ServiceProcess } from '../servers/service-process.ts'

let town: ExampleApp
let service: ServiceProcess | undefined
beforeAll(async () => {
  town = await openExampleApp()
  await putAccounts(town.home)
})
afterEach(() => service?.kill())
afterAll(() => town.close())

test.skipIf(!existsSync('/dev/full'))(
  'a full disk below its log, a debugger, a silent client and a terminal that goes away do not break a service',
  async () => {
    const full = openSync('/dev/full', 'a')
    service = await ServiceProcess.start({
      home: town.home,
      args: ['--threads', '2'],
      stdio: ['ignore', full, full],
    })
    closeSync(full)
    const { child, port } = service
    for (let request = 0; request < 40; request++) expect(await service.health()).toBe(200)
    child.kill('SIGUSR1')
    for (let request = 0; request < 5; request++) expect(await service.health()).toBe(200)
    if (process.platform === 'linux') expect(service.listeningPorts()).toEqual([port])
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    child.kill('SIGHUP')
    expect(await text(silent)).toBe('')
    expect(await service.ended).toEqual([0, null])
  },
  240_000,
)
