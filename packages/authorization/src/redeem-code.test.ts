import { expect, it } from 'vitest'
import { createMemoryCodeStore } from './memory-code-store.js'
import { type CodeExchange, redeemCode } from './redeem-code.js'

const clientId = 'a client'
const redirectUri = 'https://client.example/callback'

const statusOf = async (binding: object, exchange: Partial<CodeExchange>) => {
  const codes = createMemoryCodeStore<object>()
  const code = codes.issue({ clientId, ...binding }, {})
  return (await redeemCode(codes, { code, clientId, ...exchange })).status
}

it.each<[string, string, object, Partial<CodeExchange>]>([
  ['redeemed', 'the same redirect URI', { redirectUri }, { redirectUri }],
  ['redeemed', 'no redirect URI, as OAuth 2.1 has it', { redirectUri }, {}],
  ['mismatched', 'another redirect URI', { redirectUri }, { redirectUri: `${redirectUri}/` }],
  ['mismatched', 'an empty redirect URI', { redirectUri }, { redirectUri: '' }],
  ['redeemed', 'one that the code does not tell', {}, { redirectUri }],
])('is %s: a code with %s', async (status, _, binding, exchange) => {
  expect(await statusOf(binding, exchange)).toBe(status)
})

it.each<[string, string, object, Partial<CodeExchange>]>([
  ['redeemed', 'neither challenge nor verifier', {}, {}],
  ['mismatched', 'a verifier nobody announced', {}, { codeVerifier: 'x'.repeat(43) }],
  ['mismatched', 'a challenge and no verifier', { codeChallenge: 'x'.repeat(43) }, {}],
  [
    'mismatched',
    'the challenge itself as verifier',
    { codeChallenge: 'x'.repeat(43) },
    { codeVerifier: 'x'.repeat(43) },
  ],
])('is %s: a code with %s', async (status, _, binding, exchange) => {
  expect(await statusOf(binding, exchange)).toBe(status)
})
