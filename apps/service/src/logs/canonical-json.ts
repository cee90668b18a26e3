/** JSON with sorted keys, so that the text is the same before and after storage. */
export function canonicalJson(value: unknown): string {
  return isSorted(value) ? JSON.stringify(value) : sortedJson(value)
}

/** Whether `JSON.stringify` writes this value with sorted keys: it is many times as fast as sorting. */
function isSorted(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return true
    case 'object':
      return (
        value === null || (Array.isArray(value) ? value.every(isSorted) : isSortedObject(value))
      )
    default:
      return false
  }
}

function isSortedObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  // Dates and the like write themselves in another way.
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return false
  let previous = ''
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    if (key < previous || !(member === undefined || isSorted(member))) return false
    previous = key
  }
  return true
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`)
  return `{${members.join(',')}}`
}
