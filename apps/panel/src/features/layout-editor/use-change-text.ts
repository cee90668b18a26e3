import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { LayoutChange } from '../../core/layout/diff-layouts.js'
import { widgetNames } from '../../core/layout/widget-choices.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import { guessLabel } from '../../core/schema/guess-label.js'

type WidgetName = Parameters<ReturnType<typeof useTranslations<'layoutEditor.widget'>>>[0]

/** Names a widget; one that the panel does not know by its own name. */
export function useWidgetName(): (name: string) => string {
  const t = useTranslations('layoutEditor.widget')
  return useCallback(
    (name: string) => (widgetNames.includes(name) ? t(name as WidgetName) : name),
    [t],
  )
}

const fieldKinds = /^(?:column|field|title|related)/
const widgetKinds = /^field(?:Show|Edit)Changed$/

/** Puts a difference between two layouts into words. */
export function useChangeText(collections: Collections): (change: LayoutChange) => string {
  const t = useTranslations('layoutEditor')
  const nameWidget = useWidgetName()
  return useCallback(
    (change: LayoutChange) => {
      const { kind, collection = '', part, name, from, to } = change
      const model = collections.get(collection)
      const nameField = (path: string) => {
        const found = model && findField(collections, model, path)
        return found ? formatPath(found) : guessLabel(path)
      }
      const nameItem = (key: string) => {
        const [, sort, rest = ''] = /^(\w+) (.*)$/s.exec(key) ?? []
        if (sort === 'dashboard') return t('navigation.dashboard', { id: rest })
        return sort === 'collection' ? (collections.get(rest)?.label ?? rest) : rest
      }
      const nameSubject = (text: string) => {
        if (kind.startsWith('item')) return kind === 'itemsOrdered' ? text : nameItem(text)
        if (kind.startsWith('collection')) return collections.get(text)?.label ?? text
        return fieldKinds.test(kind) && kind !== 'fieldsOrdered' ? nameField(text) : text
      }
      const nameValue = (text: string | undefined) => {
        if (text === undefined) return t(kind === 'sectionRenamed' ? 'noName' : 'noValue')
        if (widgetKinds.test(kind)) return nameWidget(text)
        return kind === 'titleChanged' ? nameField(text) : text
      }
      return t(`change.${kind}`, {
        name: name === undefined ? t('noName') : nameSubject(name),
        from: nameValue(from),
        to: nameValue(to),
        had: from === undefined ? 'no' : 'yes',
        has: to === undefined ? 'no' : 'yes',
        part: part ?? 'none',
      })
    },
    [t, collections, nameWidget],
  )
}
