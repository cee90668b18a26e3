import { readFileSync } from 'node:fs'

const PAGE = 'docs/operate/troubleshooting.md'
const SHORTEST = 10

/** Yields the messages of the troubleshooting page that no source file contains any more. */
export function* checkMessages(files) {
  const sources = files
    .filter(
      file => /^(packages|apps)\/[\w-]+\/src\/.+\.ts$/.test(file) && !/\.test\.ts$/.test(file),
    )
    .map(file => joinStrings(readFileSync(file, 'utf8')))
    .join('\n')
  for (const [, cell] of readFileSync(PAGE, 'utf8').matchAll(/^\| ([^|]+) \|/gm)) {
    for (const message of readCodeSpans(cell).filter(isMessage)) {
      const lost = message.split('…').find(part => isLong(part) && !sources.includes(part.trim()))
      if (lost) yield `${PAGE}: no source file contains the message '${lost.trim()}'`
    }
  }
}

const readCodeSpans = cell => cell.split('`').filter((_, index) => index % 2 === 1)

/** Others are commands, paths and codes. */
const isMessage = span => /^[A-Z].* |…/.test(span)

const isLong = part => part.trim().length >= SHORTEST

/** A message may be written as several strings: `'a ' + 'b'`. */
const joinStrings = text => text.replace(/['"`] \+\s*['"`]/g, '')
