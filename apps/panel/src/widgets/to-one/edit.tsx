import { useTranslations } from 'use-intl'
import { startCreate } from '../../core/record/draft.js'
import { getRecordTitle, type RelatedChoice } from '../../core/record/record-title.js'
import { useSchema } from '../../data/use-schema.js'
import type { EditProps } from '../edit-props.js'
import { useRecordDialogs } from '../record-dialogs.js'
import { RelationPicker } from './picker.js'

/** The related record of a to-one relation. */
export default function EditToOne(props: EditProps) {
  const { value, widget, target, canCreate, onChange } = props
  const t = useTranslations('picker')
  const { data } = useSchema()
  const { create } = useRecordDialogs()
  const { placeholder } = widget.parameters ?? {}
  const choice = readChoice(value)
  if (target === undefined) {
    return <p className="flex min-h-8 items-center text-muted">{choice?.title ?? t('hidden')}</p>
  }
  const collection = data?.collections.get(target)

  function createRelated(text: string) {
    if (!collection) return
    const { titleField = '' } = collection
    const isTitled = collection.fields.get(titleField)?.isWritable
    create({
      collection,
      draft: startCreate(collection, isTitled ? { [titleField]: text } : {}),
      onCreated: record => onChange({ id: record.id, title: getRecordTitle(record, collection) }),
    })
  }

  return (
    <RelationPicker
      {...props}
      target={target}
      value={choice}
      placeholder={typeof placeholder === 'string' ? placeholder : undefined}
      onChange={onChange}
      onCreate={canCreate && collection?.rights.add ? createRelated : undefined}
    />
  )
}

function readChoice(value: unknown): RelatedChoice | null {
  if (value === null || value === undefined) return null
  const isChoice = typeof value === 'object' && 'id' in value && 'title' in value
  return isChoice ? (value as RelatedChoice) : { id: String(value), title: String(value) }
}
