import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maintain } from '../maintenance/maintain.js'
import { ask } from '../testing/ask.js'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { createSecretBox } from './secret-box.js'
import {
  checkSecret,
  rotateKey,
  rotateOldKeys,
  type SigningPurpose,
  signToken,
} from './signing-keys.js'

onEachStoreInLongRuns('keys to sign with', url => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(url)
  })
  afterAll(() => service?.stop())

  const sign = (purpose: SigningPurpose) => signToken(service.deps, purpose, { sub: 'x' })
  const published = async () => (await ask(service.url, 'GET', '/oidc/jwks')).body
  const verify = async (token: string) => jwtVerify(token, createLocalJWKSet(await published()))
  const rotate = (purpose: SigningPurpose) =>
    rotateKey(service.deps.store.db, service.deps.secrets, purpose)

  it('are made at first use, one for each purpose, and published without their secret half', async () => {
    const { keys } = await published()
    expect(keys.map((key: { alg: string }) => key.alg).sort()).toEqual(['EdDSA', 'RS256'])
    for (const key of keys) {
      expect(key).toMatchObject({ use: 'sig', kid: expect.stringMatching(/^\w{16}$/) })
      expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
    }
    expect((await published()).keys).toEqual(keys)
  })

  it('stay sealed in the store', async () => {
    const rows = await service.deps.store.db.selectFrom('signing_keys').selectAll().execute()
    for (const row of rows) {
      expect(row.private_key).not.toMatch(/[{"]/)
      expect(service.deps.secrets.decrypt('another purpose', row.private_key ?? '')).toBeUndefined()
    }
  })

  it.each<SigningPurpose>(['id-token', 'approval'])(
    'replaced while tokens live: the %s signed before stays good, the next has a new key',
    async purpose => {
      const before = await sign(purpose)
      await rotate(purpose)
      const after = await sign(purpose)
      expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
      await expect(verify(before)).resolves.toBeDefined()
      await expect(verify(after)).resolves.toBeDefined()
      const retired = await service.deps.store.db
        .selectFrom('signing_keys')
        .select('private_key')
        .where('retired_at', 'is not', null)
        .execute()
      expect(retired.every(row => row.private_key === null)).toBe(true)
    },
  )

  it('that were retired are published until what they signed has ended, then forgotten', async () => {
    const old = await sign('id-token')
    await rotate('id-token')
    await maintain(service.deps)
    await expect(verify(old)).resolves.toBeDefined()
    await service.deps.store.db
      .updateTable('signing_keys')
      .set({ retired_at: sql<string>`clock_timestamp() - interval '25 hours'` })
      .where('kid', '=', decodeProtectedHeader(old).kid ?? '')
      .execute()
    await expect(verify(old)).rejects.toThrow()
    await maintain(service.deps)
    const kids = await service.deps.store.db.selectFrom('signing_keys').select('kid').execute()
    expect(kids.map(row => row.kid)).not.toContain(decodeProtectedHeader(old).kid)
  })

  it('are replaced after ninety days', async () => {
    expect(await rotateOldKeys(service.deps)).toBe(0)
    await service.deps.store.db
      .updateTable('signing_keys')
      .set({ created_at: sql<string>`clock_timestamp() - interval '91 days'` })
      .where('purpose', '=', 'approval')
      .where('retired_at', 'is', null)
      .execute()
    expect(await rotateOldKeys(service.deps)).toBe(1)
  })

  it('replaced by several at the same moment are one in the end', async () => {
    await Promise.all(Array.from({ length: 4 }, () => rotate('approval')))
    const active = await service.deps.store.db
      .selectFrom('signing_keys')
      .select('kid')
      .where('purpose', '=', 'approval')
      .where('retired_at', 'is', null)
      .execute()
    expect(active).toHaveLength(1)
  })

  it('sealed with another secret of the installation are refused, and stay as they are', async () => {
    await sign('approval')
    const before = await published()
    const secrets = createSecretBox('another secret of tests, long enough')
    const other = { ...service.deps, secrets }
    const refused = { code: 'wrong_secret', message: expect.stringContaining('approval') }
    await expect(signToken(other, 'approval', { sub: 'x' })).rejects.toMatchObject(refused)
    await expect(rotateOldKeys(other)).rejects.toMatchObject(refused)
    expect(await published()).toEqual(before)
    await expect(verify(await sign('approval'))).resolves.toBeDefined()
  })

  it('a process with another secret does not start, and says what to do', async () => {
    const wrong = { secret: 'another secret of tests, long enough' }
    const kids = async () =>
      (await published()).keys.map((key: { kid: string }) => key.kid) as string[]
    const before = await kids()
    const start = url
      ? service.startSibling(wrong)
      : checkSecret({ ...service.deps, secrets: createSecretBox(wrong.secret) })
    await expect(start).rejects.toMatchObject({
      code: 'wrong_secret',
      message: expect.stringContaining('npx @service/cli keys rotate --new-secret'),
    })
    expect(await kids()).toEqual(before)
  })
})
