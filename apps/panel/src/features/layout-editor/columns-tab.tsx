import { useTranslations } from 'use-intl'
import { getCollectionLayout } from '../../core/layout/change-layout.js'
import { ColumnList } from './column-list.js'
import type { TabProps } from './editor-props.js'
import { changeColumns } from './editor-store.js'
import { ResetButton } from './reset-button.js'

/** The columns of the list of a collection. */
export function ColumnsTab({ layout, collections, collection }: TabProps) {
  const t = useTranslations('layoutEditor')
  const { name, columns } = collection
  return (
    <>
      <p className="text-muted">{t('columns.hint')}</p>
      <ColumnList
        collections={collections}
        collection={collection}
        columns={columns}
        onChange={next => changeColumns(name, next)}
      />
      {getCollectionLayout(layout, name).list?.columns ? (
        <ResetButton onReset={() => changeColumns(name, undefined)}>{t('reset')}</ResetButton>
      ) : null}
    </>
  )
}
