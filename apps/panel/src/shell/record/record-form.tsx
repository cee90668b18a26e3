import type { Draft } from '../../core/record/draft.js'
import { getField } from '../../core/record/draft.js'
import type { CollectionModel, Section } from '../../core/schema/collection-model.js'
import { isNeeded } from '../../core/schema/is-needed.js'
import { takesFullRow } from '../../core/schema/takes-full-row.js'
import { EditField } from '../../widgets/edit-field.js'

interface FormFieldsProps {
  readonly collection: CollectionModel
  readonly draft: Draft
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly focus: string | undefined
  readonly isDisabled: boolean
  readonly onChange: (field: string, value: unknown) => void
  readonly onTyping: (field: string, problem: string | undefined) => void
}

interface RecordFormProps extends FormFieldsProps {
  readonly sections: readonly Section[]
}

/** The fields of a record as a form, in sections; in two columns where there is room. */
export default function RecordForm({ sections, ...rest }: RecordFormProps) {
  return (
    <div className="@container flex flex-col gap-6">
      {sections.map((section, index) => (
        <fieldset key={section.label ?? index} className="min-w-0">
          {section.label ? (
            <legend className="mb-3 text-section font-semibold">{section.label}</legend>
          ) : null}
          <div
            className={
              section.columns === 2
                ? 'grid grid-cols-1 gap-x-4 gap-y-3 @xl:grid-cols-2'
                : 'grid grid-cols-1 gap-y-3'
            }
          >
            {section.fields.map(name => {
              const field = rest.collection.fields.get(name)
              const isWide = field !== undefined && takesFullRow(field, 'edit')
              return (
                <div key={name} className={isWide ? 'col-span-full' : ''}>
                  <FormField name={name} {...rest} />
                </div>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** One field of a record, with its editor. */
export function FormField({ name, ...form }: FormFieldsProps & { readonly name: string }) {
  const { collection, draft, problems, focus, isDisabled, onChange, onTyping } = form
  const field = collection.fields.get(name)
  if (!field) return null
  return (
    <EditField
      field={{
        ...field,
        widget: field.edit,
        isRequired: draft.id === undefined ? isNeeded(field) : field.isRequired,
      }}
      value={getField(draft, name)}
      siblings={{ ...draft.base, ...draft.changes }}
      problems={problems[name] ?? []}
      isDisabled={isDisabled}
      hasFocus={focus === name}
      canCreate
      onChange={value => onChange(name, value)}
      onProblem={problem => onTyping(name, problem)}
    />
  )
}
