const width = 100

/** Formats JSON for people: an object or a list stays on one line when it fits in 100 columns. */
export function printJson(value: unknown): string {
  return `${print(value, '', '')}\n`
}

function print(value: unknown, indent: string, prefix: string): string {
  const inline = printInline(value)
  const isLeaf = typeof value !== 'object' || value === null
  // Leaves one column for the comma that may follow.
  if (isLeaf || indent.length + prefix.length + inline.length < width) return prefix + inline
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = listEntries(value).map(([key, item]) => deeper + print(item, deeper, key))
  return lines.length === 0
    ? prefix + inline
    : `${prefix}${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function printInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = listEntries(value).map(([key, item]) => key + printInline(item))
  return `${open}${items.join(', ')}${close}`
}

function listEntries(value: object): [key: string, item: unknown][] {
  if (Array.isArray(value)) return value.map(item => ['', item ?? null])
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => [`${JSON.stringify(key)}: `, item])
}
