/**
 * Returns the parts of a postal address, each for a line of its own.
 *
 * @example
 * splitAddress('1 Rue X, 69001 Lyon, France') // ['1 Rue X', '69001 Lyon', 'France']
 */
export function splitAddress(text: string): readonly string[] {
  return text
    .split(text.includes('\n') ? '\n' : ',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/**
 * Joins the lines of an address as the text before was: by line feeds or by commas.
 *
 * @example
 * joinAddress('1 Rue X\n69001 Lyon', '1 Rue X, Lyon') // '1 Rue X, 69001 Lyon'
 */
export function joinAddress(lines: string, before: string): string {
  return before.includes('\n') ? lines : splitAddress(`${lines}\n`).join(', ')
}
