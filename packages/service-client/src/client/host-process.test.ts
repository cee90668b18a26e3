import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import '../testing/patience.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'

const run = promisify(execFile)
const entry = new URL('../../dist/index.js', import.meta.url).href
let wire: WireService

beforeEach(async () => {
  wire = await startWireService()
})
afterEach(() => wire.close())

/**
 * Runs code in a separate process and returns its output; fails when the process does not end by
 * itself.
 */
async function printed(serverUrl: string, body: string): Promise<string> {
  const script = `
    import { createServiceClient } from ${JSON.stringify(entry)}
    const service = createServiceClient(${JSON.stringify({ envSecret, serverUrl })})
    ${body}`
  const { stdout } = await run('node', ['--input-type=module', '-e', script], { timeout: 30_000 })
  return stdout.trim()
}

describe('the process of the host', () => {
  it('ends by itself after stop, with the event stream open before', async () => {
    const output = await printed(
      wire.url,
      `await service.start()
       while (service.status.state !== 'connected') await new Promise(r => setTimeout(r, 5))
       console.log(service.snapshot.users.size)
       await service.stop()`,
    )
    expect(output).toBe('1')
    expect(wire.streams).toHaveLength(1)
  })

  it('is not kept alive by waiting for a service that is away, nor ended by an error', async () => {
    const output = await printed(
      `http://127.0.0.1:${await freePort()}`,
      `await service.start()
       await service.sendSchema({ collections: [], meta: {} }, 'abc')
       await service.reportApproval(1, { status: 'executed' })
       console.log(service.status.state)`,
    )
    expect(output).toBe('away')
  })
})
