const mostListed = 20
const mostSuggested = 3

/**
 * Ends a message about a wrong name: the names there are, the first twenty of them, and those
 * nearest to what was asked.
 *
 * @example
 * knownNames('totl', ['id', 'total']) // "id, total. Did you mean 'total'?"
 */
export function knownNames(asked: string, known: Iterable<string>, most = mostListed): string {
  const names = [...known]
  if (names.length === 0) return 'none.'
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  const nearest = nearestNames(asked, names).map(name => `'${name}'`)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `${names.slice(0, most).join(', ')}${more}.${hint}`
}

/**
 * The names as near as any, when no more than a third of the letters differ.
 *
 * @example
 * nearestNames('totl', ['id', 'total']) // ['total']
 */
export function nearestNames(asked: string, known: readonly string[]): string[] {
  const plainAsked = plain(asked)
  const distances = known.map(name => nearness(plainAsked, plain(name)))
  const least = Math.min(...distances)
  if (least === Number.POSITIVE_INFINITY) return []
  return known.filter((_, index) => distances[index] === least).slice(0, mostSuggested)
}

/** `first_name`, `firstName` and `First name` are the same to whoever types them. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function nearness(asked: string, name: string): number {
  const allowed = Math.floor(Math.max(asked.length, name.length) / 3)
  // A difference in length is a distance already: endless requests are not compared.
  if (Math.abs(asked.length - name.length) > allowed) return Number.POSITIVE_INFINITY
  const distance = editDistance(asked, name)
  return distance <= allowed ? distance : Number.POSITIVE_INFINITY
}

/** Letters to add, drop, replace or swap with their neighbour to make one text the other. */
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
