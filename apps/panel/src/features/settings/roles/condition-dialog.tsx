import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListSubject } from '../../../core/list/list-subject.js'
import { simplifyFilter } from '../../../core/list/simplify-filter.js'
import {
  listNamedFields,
  type NamedFieldType,
  namedFieldTypes,
  nameFormField,
  startFormCondition,
  toCondition,
  toFilter,
} from '../../../core/rights/action-condition.js'
import type { RightsCondition } from '../../../core/rights/rights-document.js'
import { listScopeVariableNames, listTagNames } from '../../../core/rights/scope-variables.js'
import type { UploadedFormField } from '../../../core/rights/uploaded-schema.js'
import { useProjectPeople } from '../../../data/settings/use-rights.js'
import { startBranch } from '../../../shell/filter/create-condition.js'
import { FilterVariablesContext } from '../../../shell/filter/filter-variables.js'
import { GroupEditor } from '../../../shell/filter/group-editor.js'
import { Button } from '../../../ui/button.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { FormDialog } from '../parts/form-dialog.js'
import { useActionSubject } from './condition-text.js'
import type { RightsSubject } from './rights-subject.js'

interface ConditionDialogProps {
  readonly title: string
  readonly subject: RightsSubject
  readonly collection: string
  readonly action: string
  readonly condition: RightsCondition | undefined
  /** Undefined removes the condition. */
  readonly onChange: (condition: RightsCondition | undefined) => void
  readonly onClose: () => void
}

/** Builds the condition under which a right on an action holds. */
export default function ConditionDialog(props: ConditionDialogProps) {
  const { condition, collection, action } = props
  const [named, setNamed] = useState(() => (condition ? listNamedFields(condition) : []))
  const subject = useActionSubject(props.subject, collection, action, named)
  const form = props.subject.schema?.collections
    .find(({ name }) => name === collection)
    ?.actions.find(({ name }) => name === action)
  if (!subject) return null
  return (
    <Builder
      {...props}
      filtered={subject}
      onName={form?.isFormLoaded ? field => setNamed([...named, field]) : undefined}
    />
  )
}

interface BuilderProps extends ConditionDialogProps {
  readonly filtered: ListSubject
  /** Makes a field of the form known by its name; absent where the form is known. */
  readonly onName: ((field: UploadedFormField) => void) | undefined
}

function Builder({ title, filtered, condition, onName, onChange, onClose }: BuilderProps) {
  const t = useTranslations('roles')
  const people = useProjectPeople().data?.data
  const variables = useMemo(
    () => ({
      names: listScopeVariableNames(listTagNames(people ?? [])),
      isForAll: true,
      areAllowedInLists: false,
    }),
    [people],
  )
  const [branch, setBranch] = useState(() =>
    startBranch(condition && toFilter(condition), filtered),
  )
  const tree = simplifyFilter(branch)
  return (
    <FormDialog
      title={title}
      shape="wide"
      submitLabel={t('useCondition')}
      onSubmit={async () => onChange(tree && toCondition(tree))}
      onClose={onClose}
    >
      <p className="text-muted">{t('conditionHint')}</p>
      <FilterVariablesContext value={variables}>
        <GroupEditor {...filtered} branch={branch} onChange={setBranch} />
      </FilterVariablesContext>
      {onName ? (
        <NamedField
          onAdd={field => {
            onName(field)
            setBranch({ ...branch, conditions: [...branch.conditions, startFormCondition(field)] })
          }}
        />
      ) : null}
    </FormDialog>
  )
}

interface NamedFieldProps {
  readonly onAdd: (field: UploadedFormField) => void
}

/** A form that is loaded for each record is not known here: its fields are named. */
function NamedField({ onAdd }: NamedFieldProps) {
  const t = useTranslations('roles')
  const [name, setName] = useState('')
  const [type, setType] = useState<NamedFieldType>('String')
  return (
    <fieldset className="flex flex-wrap items-end gap-2 rounded-card border border-line p-3">
      <legend className="px-1 text-muted">{t('formHint')}</legend>
      <div className="min-w-0 flex-1 basis-40">
        <FormInput label={t('formField')} value={name} maxLength={255} onChange={setName} />
      </div>
      <div className="basis-32">
        <FormSelect
          label={t('formType')}
          value={type}
          options={namedFieldTypes.map(each => ({ value: each, label: t(`formTypes.${each}`) }))}
          onChange={value => setType(value as NamedFieldType)}
        />
      </div>
      <Button
        size="form"
        disabled={name.trim() === ''}
        onClick={() => {
          onAdd(nameFormField(name.trim(), type))
          setName('')
        }}
      >
        {t('addFormCondition')}
      </Button>
    </fieldset>
  )
}
