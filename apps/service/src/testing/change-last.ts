/** The text with another last character, whatever it is now. */
export const changeLast = (text: string): string =>
  `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`
