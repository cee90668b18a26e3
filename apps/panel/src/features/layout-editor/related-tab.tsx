import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeCollection, getCollectionLayout } from '../../core/layout/change-layout.js'
import { setRelated } from '../../core/layout/edit-related.js'
import type { TabProps } from './editor-props.js'
import { edit } from './editor-store.js'
import { OrderedList } from './ordered-list.js'
import { RelatedColumns } from './related-columns.js'
import { ResetButton } from './reset-button.js'

/** The related lists of a record: which, in which order, with which columns. */
export function RelatedTab(props: TabProps) {
  const { layout, collection } = props
  const t = useTranslations('layoutEditor')
  const [opened, setOpened] = useState<string>()
  const { name, fields, related } = collection
  const detail = getCollectionLayout(layout, name).detail
  const shown = related.map(({ relation }) => relation)
  const hidden = [...fields.values()]
    .filter(({ kind, target }) => kind === 'to-many' && target !== undefined)
    .map(field => field.name)
    .filter(relation => !shown.includes(relation))
  const set = (relations: readonly string[]) => {
    const known = relations.map(
      relation => related.find(each => each.relation === relation) ?? { relation },
    )
    edit(each => setRelated(each, name, known, relation => fields.has(relation)))
  }
  if (opened !== undefined && shown.includes(opened)) {
    return <RelatedColumns {...props} relation={opened} onClose={() => setOpened(undefined)} />
  }
  if (shown.length + hidden.length === 0) return <p className="text-muted">{t('related.none')}</p>
  return (
    <>
      <p className="text-muted">{t('related.hint')}</p>
      <OrderedList
        label={t('tab.related')}
        items={[...shown, ...hidden].map(key => ({
          key,
          label: fields.get(key)?.label ?? key,
          isHidden: !shown.includes(key),
        }))}
        onOrder={set}
        onToggle={key =>
          set(shown.includes(key) ? shown.filter(each => each !== key) : [...shown, key])
        }
        onSettings={setOpened}
      />
      {detail?.related ? (
        <ResetButton
          onReset={() =>
            edit(each => {
              const { related: _before, ...rest } = detail
              return changeCollection(each, name, { detail: rest })
            })
          }
        >
          {t('reset')}
        </ResetButton>
      ) : null}
    </>
  )
}
