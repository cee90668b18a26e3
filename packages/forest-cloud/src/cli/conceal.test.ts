import { expect, it } from 'vitest'
import { createConcealer } from './conceal.js'

const conceal = (secrets: readonly string[], text: string) => {
  const concealer = createConcealer()
  for (const secret of secrets) concealer.keep(secret)
  return concealer.conceal(text)
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
  expect(conceal(secrets, text)).toBe(shown)
})
