/** A file for a field of a form. */
export interface FormFile {
  readonly buffer: Uint8Array | string
  readonly mimeType: string
  readonly name: string
}

/** Encodes a file for a request: `data:text/csv;name=stock.csv;base64,…`. */
export function toDataUri({ buffer, mimeType, name }: FormFile): string {
  const bytes = typeof buffer === 'string' ? new TextEncoder().encode(buffer) : buffer
  return `data:${mimeType};name=${encodeURIComponent(name)};base64,${toBase64(bytes)}`
}

/** More arguments than this may overflow the stack. */
const bytesPerCall = 0x8000

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += bytesPerCall) {
    text += String.fromCharCode(...bytes.subarray(start, start + bytesPerCall))
  }
  return btoa(text)
}
