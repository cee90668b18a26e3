import { ValidationError } from '@service/base'
import type { FormFile } from './form-elements.js'

const maxHeadLength = 2000

/**
 * Parses `data:<mime>[;name=…][;charset=…];base64,<data>`; names are percent-encoded.
 *
 * @example
 * parseDataUri('data:text/plain;name=note.txt;base64,aGVsbG8=').buffer.toString() // 'hello'
 */
export function parseDataUri(text: string): FormFile {
  const comma = text.slice(0, maxHeadLength).indexOf(',')
  const [mimeType = '', ...parts] = comma < 0 ? [] : text.slice('data:'.length, comma).split(';')
  const buffer = decodeBase64(text.slice(comma + 1))
  if (!text.startsWith('data:') || parts.pop() !== 'base64' || !buffer) throw malformed()
  const { name = 'file', charset } = readParts(parts)
  return {
    mimeType: mimeType || 'application/octet-stream',
    buffer,
    name,
    ...(charset !== undefined && { charset }),
  }
}

/**
 * Formats a file the way clients send it.
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

function decodeBase64(data: string): Buffer | undefined {
  const buffer = Buffer.from(data, 'base64')
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  // Node ignores invalid characters, so invalid data decodes to fewer bytes than expected.
  return buffer.byteLength === Math.floor(((data.length - padding) * 3) / 4) ? buffer : undefined
}

function malformed(): ValidationError {
  return new ValidationError('A file must be a data URI: data:<type>;name=<name>;base64,<data>.')
}
