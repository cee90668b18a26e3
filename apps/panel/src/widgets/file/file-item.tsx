import { useMemo } from 'react'
import { readFileValue } from '../../core/forms/file-value.js'
import { FileLine, FileName, nameFile } from './file-line.js'
import { FilePreview } from './file-preview.js'

interface FileItemProps {
  /** The file as it travels. */
  readonly text: string
  /** The name of the field, for files that have none. */
  readonly label: string
  readonly isInTable?: boolean
  readonly onRemove?: (() => void) | undefined
}

/** A file by name and size; on a page also what it looks like. */
export function FileItem({ text, label, isInTable = false, onRemove }: FileItemProps) {
  const file = useMemo(() => readFileValue(text), [text])
  if (!file) return <span className="truncate">{text.slice(0, 200)}</span>
  const name = nameFile(file, label)
  if (isInTable) return <FileName file={file} name={name} />
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <FilePreview file={file} name={name} />
      <FileLine file={file} name={name} onRemove={onRemove} />
    </span>
  )
}
