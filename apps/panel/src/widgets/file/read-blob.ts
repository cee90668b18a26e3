import { choosePreview, type FileValue, formatFileValue } from '../../core/forms/file-value.js'

/**
 * The bytes of a file. It has its type only where that is shown and never run: as a blob of this
 * site, HTML would be a page of this site.
 */
export function toBlob({ base64, mimeType }: FileValue): Blob {
  const type = choosePreview(mimeType) ? mimeType : 'application/octet-stream'
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return new Blob([bytes], { type })
  } catch {
    // Not base64: there is nothing to show.
    return new Blob([], { type })
  }
}

/** A file that somebody chose, as it travels. */
export function readChosenFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const text = String(reader.result)
      const base64 = text.slice(text.indexOf(',') + 1)
      const mimeType = file.type || 'application/octet-stream'
      resolve(formatFileValue({ mimeType, name: file.name, base64 }))
    }
    reader.readAsDataURL(file)
  })
}
