/**
 * Returns a test for labels that have all words of a text, in any order.
 *
 * @example
 * createWordMatch('city cust')('Customer › City') // true
 */
export function createWordMatch(text: string): (label: string) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return label => {
    const lower = label.toLowerCase()
    return words.every(word => lower.includes(word))
  }
}
