import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { encryptClientSecret } from '../features/sso/sso-connection.js'
import { signToken, verifyToken } from '../secrets/signing-keys.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { connectSso } from '../testing/connect-sso.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { keysRotate } from './keys-rotate.js'

const url = inject('postgresUrl')
const purposes = ['id-token', 'approval'] as const

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('backoffice keys rotate', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(url)
  })
  afterAll(() => service?.stop())

  const rotate = async (secret = service.config.secret, newSecret = false) => {
    const io = captureIo({
      [variableNames.databaseUrl]: service.config.databaseUrl,
      [variableNames.secret]: secret,
    })
    await keysRotate({ newSecret }, io)
    return io.written.output
  }

  it('replaces the keys of a running service, which goes on with both', async () => {
    const keys = async () => (await ask(service.url, 'GET', '/oidc/jwks')).body
    const signAll = () =>
      Promise.all(purposes.map(purpose => signToken(service.deps, purpose, { sub: 'x' })))
    const tokens = await signAll()
    expect(await rotate()).toBe(
      'New keys sign id-token, approval, grant-access, grant-refresh tokens from now on.\n',
    )
    tokens.push(...(await signAll()))
    const published = await keys()
    expect(published.keys).toHaveLength(4)
    for (const token of tokens) {
      await expect(jwtVerify(token, createLocalJWKSet(published))).resolves.toBeDefined()
    }
  })

  it('refuses a secret that does not open the keys, unless told that it is new', async () => {
    const project = 'Secretive'
    const { id } = await service.deps.store.db
      .insertInto('projects')
      .values({ name: project })
      .returning('id')
      .executeTakeFirstOrThrow()
    await connectSso(service.deps.store.db, id, {
      client_secret: encryptClientSecret(service.deps.secrets, 'sealed before'),
    })
    const before = await signToken(service.deps, 'approval', { sub: 'x' })
    const secret = 'a new secret of tests, which is long enough'
    await expect(rotate(secret)).rejects.toThrow('Start with the secret of the other instances')
    expect(await verifyToken(service.deps, 'approval', before)).toBeDefined()
    expect(await rotate(secret, true)).toContain(
      `Enter the client secret of the SSO connection of ${project} again.`,
    )
    await expect(signToken(service.deps, 'approval', { sub: 'x' })).rejects.toThrow(
      'Nothing was changed',
    )
    const successor = await service.startSibling({ secret })
    await expect(signToken(successor.deps, 'approval', { sub: 'x' })).resolves.toBeDefined()
    await successor.stop()
  })
})
