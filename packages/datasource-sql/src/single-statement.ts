import { UnprocessableError } from '@service/datasource-toolkit'

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** Refuses text after the end of the first statement, for drivers that would run or skip it. */
export function assertSingleStatement(text: string): void {
  for (const match of text.matchAll(TOKEN)) {
    if (match[0] !== ';') continue
    const rest = text.slice(match.index + 1).replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
    if (/[^\s;]/.test(rest)) throw new UnprocessableError('Only one SQL statement is allowed.')
    return
  }
}
