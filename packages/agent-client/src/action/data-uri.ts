/** A file for a field of a form. */
export interface FormFile {
  readonly buffer: Uint8Array | string
  readonly mimeType: string
  readonly name: string
}

/** Encodes a file for a request: `data:text/csv;name=stock.csv;base64,…`. */
export function toDataUri({ buffer, mimeType, name }: FormFile): string {
  const data = Buffer.from(buffer as Uint8Array).toString('base64')
  return `data:${mimeType};name=${encodeURIComponent(name)};base64,${data}`
}
