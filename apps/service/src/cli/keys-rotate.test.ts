import { Readable, Writable } from 'node:stream'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { signToken } from '../secrets/signing-keys.js'
import { ask } from '../testing/ask.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { runCli } from './run-cli.js'

const url = inject('postgresUrl')
const purposes = ['id-token', 'approval'] as const

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('service keys rotate', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(url)
  })
  afterAll(() => service?.stop())

  it('replaces the keys of a running service, which goes on with both', async () => {
    const keys = async () => (await ask(service.url, 'GET', '/oidc/jwks')).body
    const signAll = () =>
      Promise.all(purposes.map(purpose => signToken(service.deps, purpose, { sub: 'x' })))
    const tokens = await signAll()
    let written = ''
    const output = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const environment = {
      [variableNames.databaseUrl]: service.config.databaseUrl,
      [variableNames.secret]: service.config.secret,
    }
    const io = { environment, input: Readable.from([]), output, errors: output }
    expect(await runCli(['node', 'service', 'keys', 'rotate'], io)).toBe(0)
    expect(written).toBe(
      'New keys sign id-token, approval, grant-access, grant-refresh tokens from now on.\n',
    )
    tokens.push(...(await signAll()))
    const published = await keys()
    expect(published.keys).toHaveLength(4)
    for (const token of tokens) {
      await expect(jwtVerify(token, createLocalJWKSet(published))).resolves.toBeDefined()
    }
  })
})
