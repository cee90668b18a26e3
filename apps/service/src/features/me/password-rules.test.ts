import { describe, expect, it } from 'vitest'
import { checkNewPassword } from './password-rules.js'

const check = (password: string) => () =>
  checkNewPassword(password, 'ada.lovelace@example.com', 'newPassword')

describe('checkNewPassword', () => {
  it.each([
    ['short pass', "'newPassword' must have at least 12 characters."],
    // Each of these is one character, not two.
    ['😀😃😄😁😆😅', "'newPassword' must have at least 12 characters."],
    ['ada.lovelace@example.com', "'newPassword' must be more than your e-mail address."],
    ['Ada.Lovelace1', "'newPassword' must be more than your e-mail address."],
    ['aaaaaaabbbbbbb', "'newPassword' must have at least 5 different characters."],
    ['123456789012', "'newPassword' must be more than a sequence"],
    ['QWERTYUIOPAS', "'newPassword' must be more than a sequence"],
    ['zyxwvutsrqponm', "'newPassword' must be more than a sequence"],
    ['1qaz2wsx3edc', "'newPassword' must be more than a sequence"],
    ['Password2026!', "'newPassword' must be more than a common password"],
    ['P@ssw0rd!!!!', "'newPassword' must be more than a common password"],
    ['passwordpassword', "'newPassword' must be more than a common password"],
    ['2026-Welcome-2026', "'newPassword' must be more than a common password"],
    ['qwertyqwerty', "'newPassword' must be more than a common password"],
  ])('refuses %s', (password, message) => {
    expect(check(password)).toThrow(message)
  })

  it.each(['seven blue boats 31', 'пароль-для-проверки', 'xK9#mQ2$vL7!', 'password of my cat Tom'])(
    'admits %s',
    password => {
      expect(check(password)).not.toThrow()
    },
  )
})
