import { Eye, Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { changeField } from '../../core/layout/change-layout.js'
import type { FieldHandleProps } from '../../data/layout-editing.js'
import { IconButton } from '../../ui/button.js'
import { edit, openField, placeOnPage } from './editor-store.js'
import { dragItem } from './sortable.js'

/** On the page of a record: the settings and the eye of a field, which can be dragged. */
export function FieldHandles({ collection, field }: FieldHandleProps) {
  const t = useTranslations('layoutEditor.row')
  const ref = useRef<HTMLSpanElement>(null)
  const { name, label } = field
  useEffect(() => {
    const line = ref.current?.closest<HTMLElement>('[data-field]')
    if (!line) return undefined
    line.classList.add('cursor-grab')
    const end = dragItem(line, {
      kind: `page ${collection}`,
      key: name,
      onDrop: ({ key }) => placeOnPage(collection, key, name),
    })
    return () => {
      line.classList.remove('cursor-grab')
      end()
    }
  }, [collection, name])
  return (
    <span ref={ref} className="-my-1 flex shrink-0 self-start">
      <IconButton
        label={t('settings', { name: label })}
        onClick={() => openField(collection, name)}
      >
        <Settings size={14} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('hide', { name: label })}
        onClick={() => edit(layout => changeField(layout, collection, name, { isHidden: true }))}
      >
        <Eye size={14} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
