/** A file to put into a form. */
export interface FormFile {
  readonly buffer: Uint8Array | string
  readonly mimeType: string
  readonly name: string
}

/** A file as it travels: `data:text/csv;name=stock.csv;base64,…`. */
export function toDataUri({ buffer, mimeType, name }: FormFile): string {
  const data = Buffer.from(buffer as Uint8Array).toString('base64')
  return `data:${mimeType};name=${encodeURIComponent(name)};base64,${data}`
}
