import { Eraser, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type BulkChanges, listBulkFields } from '../../core/bulk-edit/bulk-update.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { Button, IconButton } from '../../ui/button.js'
import { Select } from '../../ui/select.js'
import { EditField } from '../../widgets/edit-field.js'

export type FieldMessages = Readonly<Record<string, readonly string[]>>
type Typing = Readonly<Record<string, string>>

interface BulkFieldsProps {
  readonly collection: CollectionModel
  readonly changes: BulkChanges
  /** What the agent says about values. */
  readonly problems: FieldMessages
  readonly onChange: (change: (before: BulkChanges) => BulkChanges) => void
  /** What was typed and is no value holds back the preview. */
  readonly onTyping: (change: (before: Typing) => Typing) => void
}

/** The fields that are changed, and their new values. */
export function BulkFields(props: BulkFieldsProps) {
  const { collection, changes, problems, onChange, onTyping } = props
  const t = useTranslations('bulkEdit')
  const fields = listBulkFields(collection)
  const chosen = Object.keys(changes)
  const set = (name: string, value: unknown) => onChange(before => ({ ...before, [name]: value }))
  const remove = (name: string) => {
    onChange(({ [name]: _gone, ...others }) => others)
    onTyping(({ [name]: _gone, ...others }) => others)
  }
  return (
    <>
      {chosen.length === 0 ? <p className="text-muted">{t('hint')}</p> : null}
      {chosen.map(name => {
        const field = collection.fields.get(name)!
        const isCleared = changes[name] === null
        return (
          <section
            key={name}
            aria-label={field.label}
            className="flex flex-col gap-2 rounded-card border border-line p-3"
          >
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <EditField
                  field={{ ...field, widget: field.edit, isRequired: false }}
                  value={changes[name] ?? null}
                  siblings={changes}
                  problems={problems[name] ?? []}
                  hasFocus={name === chosen.at(-1)}
                  onChange={value => set(name, value)}
                  onProblem={problem =>
                    onTyping(({ [name]: _gone, ...others }) =>
                      problem === undefined ? others : { ...others, [name]: problem },
                    )
                  }
                />
              </div>
              <IconButton
                label={t('removeField', { field: field.label })}
                onClick={() => remove(name)}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </div>
            {isCleared ? (
              <p className="text-small text-warning">
                {field.isRequired ? t('needsValue') : t('willBeCleared')}
              </p>
            ) : field.isRequired ? null : (
              <div>
                <Button
                  look="ghost"
                  icon={<Eraser size={14} aria-hidden="true" />}
                  onClick={() => set(name, null)}
                >
                  {t('clear')}
                </Button>
              </div>
            )}
          </section>
        )
      })}
      <Select
        label={t('addField')}
        value=""
        isWideOnPhone
        onChange={name => {
          if (name !== '') set(name, null)
        }}
      >
        <option value="">{t('addField')}</option>
        {fields
          .filter(({ name }) => !chosen.includes(name))
          .map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
      </Select>
    </>
  )
}
