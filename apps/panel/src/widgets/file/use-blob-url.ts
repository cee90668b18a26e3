import { useEffect, useState } from 'react'
import type { FileValue } from '../../core/forms/file-value.js'
import { toBlob } from './read-blob.js'

/** An address of a file that works in this page, as long as the component is on the screen. */
export function useBlobUrl(file: FileValue): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(toBlob(file))
    setUrl(created)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
