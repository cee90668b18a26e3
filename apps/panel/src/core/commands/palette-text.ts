/** What a person looks for in the palette. */
export interface PaletteSearch {
  /** Everything, only places to go to (`#`), or only commands (`>`). */
  readonly mode: 'all' | 'places' | 'commands'
  readonly text: string
}

/**
 * Reads what was typed into the palette.
 *
 * @example
 * readPaletteText('#ord') // { mode: 'places', text: 'ord' }
 */
export function readPaletteText(typed: string): PaletteSearch {
  const text = typed.trim()
  if (text.startsWith('#')) return { mode: 'places', text: text.slice(1).trim() }
  if (text.startsWith('>')) return { mode: 'commands', text: text.slice(1).trim() }
  return { mode: 'all', text }
}
