import { expect, it } from 'vitest'
import { formatOAuthError, isOAuthErrorCode, OAuthError } from './oauth-error.js'

it('has the status of its code', () => {
  expect(new OAuthError('No.', 'access_denied')).toMatchObject({ name: 'OAuthError', status: 403 })
  expect(new OAuthError('No.', 'invalid_grant').status).toBe(400)
  expect(['invalid_grant', 'not_found', 'toString'].map(isOAuthErrorCode)).toEqual([
    true,
    false,
    false,
  ])
})

it('is described in the characters that OAuth allows', () => {
  expect(formatOAuthError('invalid_grant', 'A "code" \\ of Zoë\n')).toEqual({
    error: 'invalid_grant',
    error_description: "A 'code' ? of Zo??",
  })
})
