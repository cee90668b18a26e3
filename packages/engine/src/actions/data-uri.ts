import { ValidationError } from '@service/datasource-toolkit'
import type { FormFile } from './form-elements.js'

const longestHead = 2000

/**
 * Reads `data:<mime>[;name=…][;charset=…];base64,<data>`; names are percent-encoded.
 *
 * @example
 * parseDataUri('data:text/plain;name=note.txt;base64,aGVsbG8=').buffer.toString() // 'hello'
 */
export function parseDataUri(text: string): FormFile {
  const comma = text.slice(0, longestHead).indexOf(',')
  const [mimeType = '', ...parts] = comma < 0 ? [] : text.slice('data:'.length, comma).split(';')
  const data = text.slice(comma + 1)
  if (!text.startsWith('data:') || parts.pop() !== 'base64' || !isBase64(data)) throw malformed()
  const { name = 'file', charset } = readParts(parts)
  return {
    mimeType: mimeType || 'application/octet-stream',
    buffer: Buffer.from(data, 'base64'),
    name,
    ...(charset !== undefined && { charset }),
  }
}

/**
 * Writes a file the way clients send them.
 *
 * @example
 * printDataUri({ mimeType: 'text/plain', buffer: Buffer.from('hello'), name: 'note.txt' })
 * // 'data:text/plain;name=note.txt;base64,aGVsbG8='
 */
export function printDataUri({ mimeType, buffer, name, charset }: FormFile): string {
  const head = [
    mimeType,
    ...(name ? [`name=${encodeURIComponent(name)}`] : []),
    ...(charset ? [`charset=${encodeURIComponent(charset)}`] : []),
  ]
  return `data:${head.join(';')};base64,${Buffer.from(buffer).toString('base64')}`
}

function readParts(parts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parts.map(part => {
      const [key = '', ...value] = part.split('=')
      return [key, decode(value.join('='))]
    }),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

function isBase64(data: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(data)
}

function malformed(): ValidationError {
  return new ValidationError('A file travels as a data URI: data:<type>;name=<name>;base64,<data>.')
}
