import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listLostParts } from '../../core/text/rich-text.js'
import { Button } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import type { EditProps } from '../edit-props.js'
import EditLargeText from '../large-value.js'
import { EditTextArea } from '../text/edit.js'

const RichText = lazyPart(() => import('./rich-text.js'))

/** Longer texts are changed in another program. */
const longest = 500_000

/** HTML: in an editor, or as text where that editor would lose a part of it. */
export default function EditRichText(props: EditProps) {
  const t = useTranslations('richText')
  const text = typeof props.value === 'string' ? props.value : ''
  // Asked once: what the editor writes later, it can also read.
  const [lost] = useState(() => (text.length > longest ? [] : listLostParts(text)))
  const isLong = text.length > longest
  const [isSource, setSource] = useState(lost.length > 0)
  if (isLong) return <EditLargeText {...props} />
  if (!isSource) return <RichText {...props} />
  return (
    <div className="flex flex-col gap-1">
      <EditTextArea {...props} widget={{ ...props.widget, parameters: { rows: 8 } }} />
      {props.isDisabled ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 text-small text-muted">
            {t('lost', { parts: lost.slice(0, 6).join(', ') })}
          </p>
          <Button look="ghost" onClick={() => setSource(false)}>
            {t('editFormatted')}
          </Button>
        </div>
      )}
    </div>
  )
}
