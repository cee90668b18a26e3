import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.js'
import { testSecret } from '../testing/test-secret.js'
import { loadSecret } from './load-secret.js'
import { hashPassword, verifyPassword } from './password.js'
import { createSecretBox } from './secret-box.js'
import { makeToken, matchesHash, parseToken, randomHex, randomText } from './token-format.js'

const run = promisify(execFile)

describe('tokens', () => {
  it('are recognised by their kind, and no two are alike', () => {
    const tokens = Array.from({ length: 1000 }, () => makeToken('svc'))
    for (const { token, publicId, hash } of tokens) {
      expect(parseToken('svc', token)).toBe(publicId)
      expect(parseToken('svcp', token)).toBeUndefined()
      expect(matchesHash(token, hash)).toBe(true)
    }
    expect(new Set(tokens.map(({ publicId }) => publicId)).size).toBe(1000)
  })

  it('are told from mistyped ones: any character changed, left out or added', () => {
    const { token, hash } = makeToken('svcp')
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(parseToken('svcp', changed)).toBeUndefined()
      expect(parseToken('svcp', token.slice(0, at) + token.slice(at + 1))).toBeUndefined()
      expect(matchesHash(changed, hash)).toBe(false)
    }
    expect(parseToken('svcp', `${token}A`)).toBeUndefined()
  })

  it('are made of letters and digits, as long as asked for', () => {
    expect(randomText(43)).toMatch(/^[A-Za-z0-9]{43}$/)
    expect(randomHex(63)).toMatch(/^[0-9a-f]{63}$/)
  })
})

describe('a secret box', () => {
  const box = createSecretBox(testSecret)

  it('knows its marks again, and none of another text, purpose or secret', () => {
    const mark = box.mark('one', 'text')
    expect(box.mark('one', 'text')).toBe(mark)
    expect(box.isMark('one', 'text', mark)).toBe(true)
    const other = createSecretBox('another secret, long enough too')
    expect([
      box.isMark('one', 'texts', mark),
      box.isMark('two', 'text', mark),
      other.isMark('one', 'text', mark),
      box.isMark('one', 'text', mark.slice(1)),
      box.isMark('one', 'text', ''),
    ]).toEqual([false, false, false, false, false])
  })

  it('opens what it sealed, and seals the same text differently each time', () => {
    const encrypted = box.encrypt('one', 'text with ü and 𝄞')
    expect(box.decrypt('one', encrypted)).toBe('text with ü and 𝄞')
    expect(box.encrypt('one', 'text with ü and 𝄞')).not.toBe(encrypted)
  })

  it('opens nothing sealed for another purpose, with another key, or altered', () => {
    const encrypted = box.encrypt('one', 'text')
    expect(box.decrypt('two', encrypted)).toBeUndefined()
    expect(
      createSecretBox('another secret, long enough too').decrypt('one', encrypted),
    ).toBeUndefined()
    const bytes = Buffer.from(encrypted, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(box.decrypt('one', altered.toString('base64url'))).toBeUndefined()
    }
    for (const text of ['', 'x', '💥', encrypted.slice(0, -4)]) {
      expect(box.decrypt('one', text)).toBeUndefined()
    }
  })
})

describe('a password', () => {
  it('is known by its hash alone, however it is composed', async () => {
    const stored = await hashPassword('Gr\u00fcne Br\u00fccke 12')
    expect(stored).not.toContain('Gr')
    expect(await verifyPassword('Gru\u0308ne Bru\u0308cke 12', stored)).toBe(true)
    expect(await verifyPassword('Grune Brucke 12', stored)).toBe(false)
    expect(await hashPassword('Gr\u00fcne Br\u00fccke 12')).not.toBe(stored)
  })

  // Tests hash at a lower cost, see `quick-passwords.ts`: another process sees that of the service.
  it('costs whoever tries many of them', async () => {
    const module = new URL('../../dist/secrets/password-cost.js', import.meta.url)
    const print = `console.log(JSON.stringify((await import('${module}')).passwordCost))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', print])
    expect(JSON.parse(stdout)).toMatchObject({ N: 2 ** 15, r: 8, p: 1 })
  })

  it('is verified at the cost at which it was hashed', async () => {
    const stored =
      'scrypt$32768$8$1$jwJ4iEtK5oa_BvcAslBRWw$YPbhEnZ7-FUuOgDJvpO9K6iw4PRLXWKb7ITOYO6f7J4'
    expect(await verifyPassword('correct horse battery staple', stored)).toBe(true)
  })
})

describe('the secret of the installation', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'service-secret-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const config = () => ({ ...readConfig({}), dataDir })

  it('is made once, kept for its owner alone, and read again', async () => {
    const made = await loadSecret(config())
    expect(made).toMatch(/^[0-9a-f]{64}$/)
    expect(await loadSecret(config())).toBe(made)
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(made)
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('is the configured one when there is one', async () => {
    const secret = 'x'.repeat(32)
    expect(await loadSecret({ ...config(), secret })).toBe(secret)
  })

  it('must be configured for instances that share a database', async () => {
    const databaseUrl = 'postgres://localhost/service'
    await expect(loadSecret({ ...config(), databaseUrl })).rejects.toThrow(
      'SERVICE_SECRET must be set',
    )
  })

  it('is not taken from a file that lost it', async () => {
    await writeFile(join(dataDir, 'secret'), '')
    await expect(loadSecret(config())).rejects.toThrow('must contain at least 32 characters')
  })
})
