import { useTranslations } from 'use-intl'
import { readHtmlText } from '../../core/text/html-text.js'
import { toHtml } from '../../core/text/rich-text.js'
import { HtmlFrame } from '../../ui/html-frame.js'
import type { ShowProps } from '../show-props.js'
import { ShowText } from '../text/show.js'

/** Frames with more would be slow; the text is shown as it is stored. */
const longest = 500_000

/** HTML: its words in a table, on a page in a frame without any right of the panel. */
export function ShowRichText(props: ShowProps) {
  const t = useTranslations('values')
  const text = String(props.value)
  if (props.isInTable) return <ShowText {...props} value={readHtmlText(text)} />
  if (text.length > longest) return <ShowText {...props} />
  return <HtmlFrame html={toHtml(text)} title={t('html', { name: props.field.label })} />
}
