import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { keepUnknown } from '../../core/layout/change-layout.js'
import { setRelated, setRelatedColumns } from '../../core/layout/edit-related.js'
import { chooseRelatedColumns } from '../../core/record/related.js'
import { findField } from '../../core/schema/find-field.js'
import { Button } from '../../ui/button.js'
import { ColumnList } from './column-list.js'
import type { TabProps } from './editor-props.js'
import { edit } from './editor-store.js'
import { ResetButton } from './reset-button.js'

interface RelatedColumnsProps extends TabProps {
  readonly relation: string
  readonly onClose: () => void
}

/** The columns of one related list. */
export function RelatedColumns({
  collections,
  collection,
  relation,
  onClose,
}: RelatedColumnsProps) {
  const t = useTranslations('layoutEditor')
  const { name, fields, related } = collection
  const field = fields.get(relation)
  const target = collections.get(field?.target ?? '')
  const own = related.find(each => each.relation === relation)?.columns
  if (!field || !target) return null
  const set = (columns: readonly string[] | undefined) =>
    edit(layout =>
      setRelated(layout, name, setRelatedColumns(related, relation, columns), each =>
        fields.has(each),
      ),
    )
  const isKnown = (path: string) => findField(collections, target, path) !== undefined
  return (
    <>
      <div>
        <Button look="ghost" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onClose}>
          {t('field.back')}
        </Button>
      </div>
      <h3 className="text-section font-semibold">{field.label}</h3>
      <p className="text-muted">{t('related.columns')}</p>
      <ColumnList
        collections={collections}
        collection={target}
        columns={chooseRelatedColumns(field, target, own, collections)}
        onChange={columns => {
          const chosen = columns.map(each => each.field)
          set(keepUnknown(own ?? [], chosen, path => path, isKnown))
        }}
      />
      {own ? <ResetButton onReset={() => set(undefined)}>{t('reset')}</ResetButton> : null}
    </>
  )
}
