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
    line.classList.add('relative', 'cursor-grab')
    const end = dragItem(line, {
      kind: `page ${collection}`,
      key: name,
      onDrop: ({ key }) => placeOnPage(collection, key, name),
    })
    return () => {
      line.classList.remove('relative', 'cursor-grab')
      end()
    }
  }, [collection, name])
  return (
    <span
      ref={ref}
      className="absolute top-1 right-0 flex rounded-control bg-surface opacity-0 group-hover/field:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100"
    >
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
