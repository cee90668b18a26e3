import { expect, it } from 'vitest'
import {
  computeCodeChallenge,
  isCodeChallenge,
  isCodeVerifier,
  matchesCodeChallenge,
} from './pkce.js'

// The example of RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

it('computes the challenge of the standard', () => {
  expect(computeCodeChallenge(verifier)).toBe(challenge)
  expect(matchesCodeChallenge(challenge, verifier)).toBe(true)
})

it('takes no other verifier, and neither one without the other', () => {
  expect(matchesCodeChallenge(challenge, `${verifier}x`)).toBe(false)
  expect(matchesCodeChallenge(challenge, challenge)).toBe(false)
  expect(matchesCodeChallenge(challenge, undefined)).toBe(false)
  expect(matchesCodeChallenge(undefined, verifier)).toBe(false)
  expect(matchesCodeChallenge(undefined, undefined)).toBe(true)
})

it.each([
  [42, false, false],
  [43, true, true],
  [44, true, false],
  [128, true, false],
  [129, false, false],
])('%i characters can be a verifier: %s, a challenge: %s', (length, asVerifier, asChallenge) => {
  const text = 'x'.repeat(length)
  expect([isCodeVerifier(text), isCodeChallenge(text)]).toEqual([asVerifier, asChallenge])
})

it('knows their characters', () => {
  const start = 'x'.repeat(42)
  expect(['.', '~', '-', '_', '+', ' ', '\n'].map(sign => isCodeVerifier(start + sign))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['-', '_', '.', '=', '\n'].map(sign => isCodeChallenge(start + sign))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
