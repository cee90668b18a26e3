import { splitWords } from './split-words.js'

const secretWords = /pass(?:word|phrase)?|secret|token|hash|salt|iban|ssn/i

/** Words that contain one of the above by chance. */
const harmlessWords: ReadonlySet<string> = new Set(
  'passenger passengers passage passive passport passports passthrough hashtag hashtags salted saltwater tokenizer'.split(
    ' ',
  ),
)

/**
 * Whether a field is likely to hold a secret: it is masked, and left out of lists and search.
 *
 * @example
 * isSecretField('password_hash') // true
 * isSecretField('passenger') // false
 */
export function isSecretField(name: string): boolean {
  return splitWords(name).some(
    word => secretWords.test(word) && !harmlessWords.has(word.toLowerCase()),
  )
}
