import { expect, it } from 'vitest'
import { buildAuthorizationUrl, checkAuthorizationRequest } from './authorization-request.js'

const right = {
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  state: 'a state',
}
const codeOf = (changes: object, isPkceRequired = true) => {
  try {
    checkAuthorizationRequest({ ...right, ...changes }, { isPkceRequired })
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }

it.each<[object, string]>([
  [{}, 'accepted'],
  [{ response_mode: 'query', state: undefined }, 'accepted'],
  [{ request: '' }, 'request_not_supported'],
  [{ request_uri: 'https://client.example' }, 'request_uri_not_supported'],
  [{ response_type: undefined }, 'unsupported_response_type'],
  [{ response_type: 'code token' }, 'unsupported_response_type'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ state: 'ä'.repeat(100) }, 'accepted'],
  [{ state: 'ä'.repeat(101) }, 'invalid_request'],
  [{ state: '\ud800' }, 'invalid_request'],
  [withoutPkce, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge: '' }, 'invalid_request'],
  [{ code_challenge: 'x'.repeat(42) }, 'invalid_request'],
])('%j is %s', (changes, code) => {
  expect(codeOf(changes)).toBe(code)
})

it('is built to be accepted', () => {
  const url = buildAuthorizationUrl('https://service.example/authorize?a=b', 'x'.repeat(43), {
    client_id: 'c 1',
  })
  expect(url).toMatch(/^https:\/\/service\.example\/authorize\?a=b&client_id=c\+1&/)
  const parameters = Object.fromEntries(new URL(url).searchParams)
  expect(() => checkAuthorizationRequest(parameters, { isPkceRequired: true })).not.toThrow()
})

it('may leave PKCE out as a whole where the policy says so', () => {
  expect(codeOf(withoutPkce, false)).toBe('accepted')
  expect(codeOf({ code_challenge: undefined }, false)).toBe('invalid_request')
  expect(codeOf({ code_challenge_method: 'plain' }, false)).toBe('invalid_request')
})
