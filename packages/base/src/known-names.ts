const maxListed = 20
const maxSuggested = 3

/**
 * Formats the end of a message about an unknown name: the first twenty known names and those most
 * similar to it.
 *
 * @example
 * knownNames('totl', ['id', 'total']) // "id, total. Did you mean 'total'?"
 */
export function knownNames(asked: string, known: Iterable<string>, most = maxListed): string {
  const names = [...known]
  if (names.length === 0) return 'none.'
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  const nearest = nearestNames(asked, names).map(name => `'${name}'`)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `${names.slice(0, most).join(', ')}${more}.${hint}`
}

/**
 * Returns the most similar names, if at most a third of the letters differ.
 *
 * @example
 * nearestNames('totl', ['id', 'total']) // ['total']
 */
export function nearestNames(asked: string, known: readonly string[]): string[] {
  const plainAsked = plain(asked)
  const distances = known.map(name => nearness(plainAsked, plain(name)))
  const least = Math.min(...distances)
  if (least === Number.POSITIVE_INFINITY) return []
  return known.filter((_, index) => distances[index] === least).slice(0, maxSuggested)
}

/** People confuse `first_name`, `firstName` and `First name`, so they count as equal. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function nearness(asked: string, name: string): number {
  const allowed = Math.floor(Math.max(asked.length, name.length) / 3)
  // The difference in length is a lower bound of the distance, so very long names are not compared.
  if (Math.abs(asked.length - name.length) > allowed) return Number.POSITIVE_INFINITY
  const distance = editDistance(asked, name)
  return distance <= allowed ? distance : Number.POSITIVE_INFINITY
}

/**
 * Counts the letters to add, remove, replace or swap with their neighbour to turn one text into the
 * other.
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwap ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[to.length]!
}
