import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatSize } from '../core/text/format-number.js'
import { Button } from '../ui/button.js'
import { CopyButton } from './copy-button.js'
import type { EditProps } from './edit-props.js'
import { saveBlob } from './file/save-blob.js'

interface LargeValueProps extends EditProps {
  readonly text: string
  readonly file: { readonly type: string; readonly ending: string }
  readonly onText: (text: string) => void
}

const iconSize = 14

/** A text that would make the page slow: it is changed in another program. */
export function LargeValue({ id, label, text, file, isDisabled, onText }: LargeValueProps) {
  const t = useTranslations('editors')
  const language = useLocale()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="rounded-control border border-line bg-sunken p-3">
      <p className="mb-2 text-muted">
        {t('tooLarge', { size: formatSize(text.length, language) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton id={id} getText={() => text} />
        <Button
          icon={<Download size={iconSize} aria-hidden="true" />}
          onClick={() => saveBlob(new Blob([text], { type: file.type }), `${label}.${file.ending}`)}
        >
          {t('download')}
        </Button>
        {isDisabled ? null : (
          <Button
            icon={<Upload size={iconSize} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {t('replaceByFile')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={`.${file.ending},${file.type}`}
        aria-label={t('replaceByFile')}
        onChange={event => {
          void event.target.files?.[0]?.text().then(onText)
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** A text that is too large for a text area. */
export default function EditLargeText(props: EditProps) {
  return (
    <LargeValue
      {...props}
      text={String(props.value)}
      file={{ type: 'text/plain', ending: 'txt' }}
      onText={props.onChange}
    />
  )
}
