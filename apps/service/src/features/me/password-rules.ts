import { InvalidRequestError } from '../../errors.js'

interface PasswordRule {
  isBroken(password: string, email: string): boolean
  readonly message: string
}

/** What attackers try first, without the digits and signs people put around it. */
const COMMON = new Set(
  `password passwort motdepasse contrasena passphrase letmein welcome iloveyou
  administrator admin root secret changeme default temporary trustno monkey dragon sunshine
  princess football baseball superman batman starwars qwerty azerty qwertz company service
  summer winter spring autumn`.split(/\s+/),
)

/** Rows of keyboards, the alphabet and the digits. */
const RUNS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789012345678901234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** In the order in which they are told. */
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
    message: 'must be more than a run of neighbouring keys, letters or digits',
  },
  {
    isBroken: password => isCommon(wordOf(password)),
    message: 'must be more than a common password with digits or signs around it',
  },
]

/** Refuses a password that is easy to guess; the message names `place` and what is allowed. */
export function checkNewPassword(password: string, email: string, place: string): void {
  const broken = rules.find(rule => rule.isBroken(password, email))
  if (broken) throw new InvalidRequestError(`'${place}' ${broken.message}.`, 'weak_password')
}

/** The address, or its first part with at most a few characters around it. */
function isPartOfEmail(password: string, email: string): boolean {
  const [name = ''] = email.split('@')
  if (password.includes(email)) return true
  return name.length >= 4 && password.includes(name) && password.length - name.length < 6
}

/** Whether a password is a stretch of the run, forwards or backwards. */
const holds = (run: string, password: string) =>
  run.includes(password) || [...run].reverse().join('').includes(password)

/** A common word, written once or several times. */
function isCommon(letters: string): boolean {
  if (letters === '') return false
  const isRepeated = (word: string) => word.repeat(letters.length / word.length) === letters
  return [...COMMON].some(word => letters.length % word.length === 0 && isRepeated(word))
}

/** The letters a password is made of, in the usual spelling: those of `P@ssw0rd2026!` are `password`. */
function wordOf(password: string): string {
  return withoutSigns(password.toLowerCase())
    .replace(/[@40318$5!]/g, sign => SPELLINGS[sign] ?? '')
    .replace(/[^a-z]/g, '')
}

/** From the first letter to the last. */
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
