import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { choosePreview, type FileValue } from '../../core/forms/file-value.js'
import { toBlob } from './read-blob.js'
import { useBlobUrl } from './use-blob-url.js'

/** An image, the beginning of a text, or a link to a PDF. Other files are only downloaded. */
export function FilePreview({ file, name }: { readonly file: FileValue; readonly name: string }) {
  const preview = choosePreview(file.mimeType)
  if (preview === 'image') return <ImagePreview file={file} name={name} />
  if (preview === 'text') return <TextPreview file={file} />
  return preview === 'pdf' ? <PdfLink file={file} /> : null
}

function ImagePreview({ file, name }: { readonly file: FileValue; readonly name: string }) {
  const url = useBlobUrl(file)
  if (url === undefined) return null
  return (
    <img
      src={url}
      alt={name}
      className="max-h-48 max-w-full self-start rounded-control border border-line object-contain"
    />
  )
}

const longestText = 4_000

function TextPreview({ file }: { readonly file: FileValue }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isWanted = true
    const start = { ...file, base64: file.base64.slice(0, longestText) }
    void toBlob(start)
      .text()
      .then(read => isWanted && setText(read))
    return () => {
      isWanted = false
    }
  }, [file])
  return (
    <pre className="max-h-48 overflow-auto rounded-control bg-sunken p-2 font-mono text-small break-words whitespace-pre-wrap">
      {text}
    </pre>
  )
}

/** Browsers show PDF in a tab of its own. */
function PdfLink({ file }: { readonly file: FileValue }) {
  const t = useTranslations('files')
  const url = useBlobUrl(file)
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className="w-fit text-accent underline underline-offset-2"
    >
      {t('openPdf')}
    </a>
  )
}
