import type { Logger } from '@service/base'

/** Prints log lines to the standard streams; errors with their stack, or on one line when `isBrief`. */
export function printLog(isBrief: boolean): Logger {
  return (level, message, error) => {
    const stream = level === 'Error' || level === 'Warn' ? process.stderr : process.stdout
    const detail = error === undefined ? '' : ` ${isBrief ? onOneLine(error) : withStack(error)}`
    stream.write(`${level.toLowerCase()}: ${message}${detail}\n`)
  }
}

function withStack(error: unknown): string {
  return String(error instanceof Error ? error.stack : error)
}

const maxCauses = 5

/** The error and what caused it, each by name and message. */
function onOneLine(error: unknown): string {
  const lines: string[] = []
  for (let each = error; each !== undefined && lines.length < maxCauses; ) {
    lines.push(String(each))
    each = each instanceof Error ? each.cause : undefined
  }
  return lines.join(', caused by ').replace(/\s+/g, ' ')
}
