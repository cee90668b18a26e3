const needsQuotes = /[",\n\r]/

/** A text, quoted where necessary. */
export function quoteCell(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same, with an apostrophe before text that a spreadsheet would run as a formula (OWASP: CSV injection). */
export function escapeFormula(text: string): string {
  const code = text.charCodeAt(0)
  return code <= lastStart && formulaStarts[code] === 1 ? quoteCell(`'${text}`) : quoteCell(text)
}

const starts = ['=', '+', '-', '@', '\t', '\n', '\r'].map(start => start.charCodeAt(0))
const lastStart = Math.max(...starts)
const formulaStarts = Uint8Array.from({ length: lastStart + 1 }, (_, code) =>
  starts.includes(code) ? 1 : 0,
)
