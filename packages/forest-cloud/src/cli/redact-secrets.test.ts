import { expect, it } from 'vitest'
import { createSecretRedactor } from './redact-secrets.js'

const redact = (secrets: readonly string[], text: string) => {
  const redactor = createSecretRedactor()
  for (const secret of secrets) redactor.addSecret(secret)
  return redactor.redact(text)
}

it.each([
  [['hush-hush'], 'a hush-hush, and hush-hush again', 'a •••, and ••• again'],
  [['hush', 'hush-hush'], 'hush-hush', '•••'],
  [['postgres://me:p%40ssword@db/x'], 'p%40ssword, p@ssword at db', '•••, ••• at db'],
  [['mongodb+srv://me:a:b@c@db/x'], 'a:b@c at db', '••• at db'],
  [['mysql://me:%E0%A4%A@db/x'], '%E0%A4%A', '•••'],
  [['postgres://me@db/x', 'sqlite:shop.db', 'http://db/'], 'me at db/x', 'me at db/x'],
  [['abc'], 'abcdef', 'abcdef'],
])('with the secrets %j, %j is shown as %j', (secrets, text, shown) => {
  expect(redact(secrets, text)).toBe(shown)
})
