import { InvalidRequestError } from '../../errors.js'

interface PasswordRule {
  isBroken(password: string, email: string): boolean
  readonly message: string
}

/** Passwords that attackers try first, without surrounding digits and punctuation. */
const COMMON = new Set(
  `password passwort motdepasse contrasena passphrase letmein welcome iloveyou
  administrator admin root secret changeme default temporary trustno monkey dragon sunshine
  princess football baseball superman batman starwars qwerty azerty qwertz company service
  summer winter spring autumn`.split(/\s+/),
)

/** Keyboard rows, the alphabet and the digits. */
const RUNS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789012345678901234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** The rules in words, for the forms of pages. */
export const passwordAdvice =
  'At least 12 characters, 5 of them different. Not a common password, your e-mail address or a row of keys. A few unrelated words do well.'

/** In the order in which they are checked. */
const rules: readonly PasswordRule[] = [
  {
    isBroken: password => [...password].length < 12,
    message: 'must have at least 12 characters',
  },
  {
    isBroken: (password, email) => isPartOfEmail(password.toLowerCase(), email.toLowerCase()),
    message: 'must be more than your e-mail address',
  },
  {
    isBroken: password => new Set(password).size < 5,
    message: 'must have at least 5 different characters',
  },
  {
    isBroken: password => RUNS.some(run => holds(run, password.toLowerCase())),
    message: 'must be more than a sequence of adjacent keys, letters or digits',
  },
  {
    isBroken: password => isCommon(normalizeSpelling(password)),
    message: 'must be more than a common password with digits or signs around it',
  },
]

/** Throws when a password is easy to guess; the message names `field` and what is allowed. */
export function checkNewPassword(password: string, email: string, field: string): void {
  const broken = rules.find(rule => rule.isBroken(password, email))
  if (broken) throw new InvalidRequestError(`'${field}' ${broken.message}.`, 'weak_password')
}

/** Whether a password is the e-mail address, or its local part with at most a few more characters. */
function isPartOfEmail(password: string, email: string): boolean {
  const [name = ''] = email.split('@')
  if (password.includes(email)) return true
  return name.length >= 4 && password.includes(name) && password.length - name.length < 6
}

/** Whether a password is a substring of the run, forwards or backwards. */
const holds = (run: string, password: string) =>
  run.includes(password) || [...run].reverse().join('').includes(password)

/** Whether a password is a common word, written once or repeated. */
function isCommon(letters: string): boolean {
  if (letters === '') return false
  const isRepeated = (word: string) => word.repeat(letters.length / word.length) === letters
  return [...COMMON].some(word => letters.length % word.length === 0 && isRepeated(word))
}

/** The letters of a password with common substitutions undone: `P@ssw0rd2026!` becomes `password`. */
function normalizeSpelling(password: string): string {
  return withoutSigns(password.toLowerCase())
    .replace(/[@40318$5!]/g, sign => SPELLINGS[sign] ?? '')
    .replace(/[^a-z]/g, '')
}

/** Strips everything before the first and after the last letter. */
function withoutSigns(text: string): string {
  const isLetter = (at: number) => /[a-z]/.test(text[at] ?? '')
  let end = text.length
  while (end > 0 && !isLetter(end - 1)) end--
  let start = 0
  while (start < end && !isLetter(start)) start++
  return text.slice(start, end)
}

const SPELLINGS: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  0: 'o',
  3: 'e',
  1: 'i',
  8: 'b',
  $: 's',
  5: 's',
  '!': 'i',
}
