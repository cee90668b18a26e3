import { decodeProtectedHeader, EncryptJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createEncryptionKeyRing } from './encryption-key-ring.js'
import { deriveKey } from './key-ring.js'

const secret = 'an auth secret for tests, long enough'
const ring = createEncryptionKeyRing([secret], 'letter')
const rules = { typ: 'letter', audience: 'reader', requiredClaims: ['exp'] }
const claims = { aud: 'reader', exp: 4e9, word: 'swordfish' }

const outcome = (opened: Promise<unknown>) =>
  opened.then(
    () => 'opened',
    (error: { code: string }) => error.code,
  )

describe('a sealed token', () => {
  it('is opened by its ring alone, and nothing of it can be read', async () => {
    const token = await ring.encrypt(claims, 'letter')
    expect(await ring.decrypt(token, rules)).toEqual(claims)
    const texts = token.split('.').map(part => Buffer.from(part, 'base64url').toString('latin1'))
    expect(texts.join()).not.toMatch(/swordfish|reader/)
    expect(Object.keys(decodeProtectedHeader(token)).sort()).toEqual(['alg', 'enc', 'kid', 'typ'])
  })

  it('is refused by the ring of another purpose, and by that of another secret', async () => {
    const token = await ring.encrypt(claims, 'letter')
    expect(await outcome(createEncryptionKeyRing([secret], 'parcel').decrypt(token, rules))).toBe(
      'ERR_JWE_DECRYPTION_FAILED',
    )
    expect(
      await outcome(createEncryptionKeyRing(['another'], 'letter').decrypt(token, rules)),
    ).toBe('ERR_JWKS_NO_MATCHING_KEY')
  })

  it('is refused when a single character of it was changed', async () => {
    const [head, key, iv, text = '', tag] = (await ring.encrypt(claims, 'letter')).split('.')
    const changed = (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const token = [head, key, iv, changed, tag].join('.')
    expect(await outcome(ring.decrypt(token, rules))).toBe('ERR_JWE_DECRYPTION_FAILED')
  })

  it('is refused as another kind, for another audience, and after its end', async () => {
    const other = async (difference: object, typ = 'letter') =>
      outcome(ring.decrypt(await ring.encrypt({ ...claims, ...difference }, typ), rules))
    expect(await other({}, 'parcel')).toBe('ERR_JWT_CLAIM_VALIDATION_FAILED')
    expect(await other({ aud: 'stranger' })).toBe('ERR_JWT_CLAIM_VALIDATION_FAILED')
    expect(await other({ exp: 1 })).toBe('ERR_JWT_EXPIRED')
    expect(await other({ exp: undefined })).toBe('ERR_JWT_CLAIM_VALIDATION_FAILED')
  })

  it('is refused when it was encrypted in another way', async () => {
    const { kid } = decodeProtectedHeader(await ring.encrypt(claims, 'letter'))
    const token = await new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', typ: 'letter', kid })
      .encrypt(deriveKey(secret, 'letter'))
    expect(await outcome(ring.decrypt(token, rules))).toBe('ERR_JOSE_ALG_NOT_ALLOWED')
  })

  it('of the secret before is opened until that one is taken away', async () => {
    const token = await ring.encrypt(claims, 'letter')
    expect(
      await outcome(createEncryptionKeyRing(['next', secret], 'letter').decrypt(token, rules)),
    ).toBe('opened')
    expect(await outcome(createEncryptionKeyRing(['next'], 'letter').decrypt(token, rules))).toBe(
      'ERR_JWKS_NO_MATCHING_KEY',
    )
  })
})
