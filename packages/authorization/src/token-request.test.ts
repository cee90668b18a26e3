import { expect, it } from 'vitest'
import { readGrantType, requireCodeVerifier, requireParameter } from './token-request.js'

const grantTypes = ['authorization_code', 'refresh_token'] as const
const refusal = (code: string) => expect.objectContaining({ name: 'OAuthError', code, status: 400 })

it('reads a grant type that is supported', () => {
  expect(readGrantType('refresh_token', grantTypes)).toBe('refresh_token')
})

it.each(['password', 'toString', 'authorization_code '])('does not support %j', type => {
  expect(() => readGrantType(type, grantTypes)).toThrow(refusal('unsupported_grant_type'))
})

it.each([undefined, null, ''])('misses a parameter that is %j', value => {
  expect(() => readGrantType(value, grantTypes)).toThrow(refusal('invalid_request'))
  expect(() => requireParameter(value, 'code')).toThrow("'code' is missing.")
  expect(() => requireCodeVerifier(value)).toThrow(refusal('invalid_request'))
})

it('wants a verifier of the right form', () => {
  expect(requireCodeVerifier('x'.repeat(43))).toBe('x'.repeat(43))
  expect(() => requireCodeVerifier('x'.repeat(42))).toThrow(refusal('invalid_request'))
})
