import { Download, File, FileImage, FileText, X } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { choosePreview, type FileValue, measureFile } from '../../core/forms/file-value.js'
import { formatSize } from '../../core/text/format-number.js'
import { IconButton } from '../../ui/button.js'
import { toBlob } from './read-blob.js'
import { saveBlob } from './save-blob.js'

const icons = { image: FileImage, pdf: FileText, text: FileText, other: File }

interface FileLineProps {
  readonly file: FileValue
  readonly name: string
  readonly onRemove?: (() => void) | undefined
}

/** A file by name and size, with what can be done with it. */
export function FileLine({ file, name, onRemove }: FileLineProps) {
  const t = useTranslations('files')
  return (
    <div className="flex min-h-8 min-w-0 items-center gap-2">
      <FileName file={file} name={name} />
      <IconButton label={t('download', { name })} onClick={() => saveBlob(toBlob(file), name)}>
        <Download size={14} aria-hidden="true" />
      </IconButton>
      {onRemove ? (
        <IconButton label={t('remove', { name })} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  )
}

/** The name and size of a file, for a line of a table as well. */
export function FileName({ file, name }: { readonly file: FileValue; readonly name: string }) {
  const language = useLocale()
  const Icon = icons[choosePreview(file.mimeType) ?? 'other']
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5" data-tooltip={file.mimeType}>
      <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="truncate">{name}</span>
      <span className="shrink-0 text-small text-muted tabular-nums">
        {formatSize(measureFile(file), language)}
      </span>
    </span>
  )
}

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/plain': 'txt',
}

/** What a file is called: bytes of a column have no name, and get that of their field. */
export function nameFile(file: FileValue, label: string): string {
  if (file.name) return file.name
  return `${label}.${endings[file.mimeType] ?? 'bin'}`
}
