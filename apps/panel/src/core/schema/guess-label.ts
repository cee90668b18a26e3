import { splitWords } from './split-words.js'

/** Words that are written in capitals. */
const abbreviations: ReadonlySet<string> = new Set(
  'ai api bic crm csv dns ean faq gps html http iban id ip isbn json kpi pdf qr sku sql sms ssn sso tva uri url usd utc uuid vat xml'.split(
    ' ',
  ),
)
/**
 * Guesses how people write the name of a field, a collection or an action.
 *
 * @example
 * guessLabel('ordered_at') // 'Ordered at'
 * guessLabel('customerID') // 'Customer ID'
 */
export function guessLabel(name: string): string {
  const words = splitWords(name === name.toUpperCase() ? name.toLowerCase() : name).map(formatWord)
  const label = words.join(' ')
  return label === '' ? name : capitalise(label)
}

function formatWord(word: string): string {
  const plain = word.toLowerCase()
  if (abbreviations.has(plain)) return plain.toUpperCase()
  const isAbbreviation = word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word)
  return isAbbreviation ? word : plain
}

function capitalise(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
