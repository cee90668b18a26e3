import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSecrets, readSecrets, writePrivate } from './secrets.js'

describe('readSecrets', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  })

  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  it('makes secrets once and keeps them where only their owner reads', async () => {
    const first = await readSecrets(dataDir)
    await keepSecrets(dataDir, { ...first, apiToken: 'svc_token' })
    expect(await readSecrets(dataDir)).toEqual({ ...first, apiToken: 'svc_token' })
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('adds what an earlier version did not have', async () => {
    const earlier = { authSecret: 'a', envSecret: 'e' }
    await writePrivate(join(dataDir, 'secrets.json'), earlier)
    const secrets = await readSecrets(dataDir)
    expect(secrets).toMatchObject(earlier)
    expect(secrets.password.length).toBeGreaterThanOrEqual(12)
  })
})
