import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListSubject } from '../../../core/list/list-subject.js'
import { simplifyFilter } from '../../../core/list/simplify-filter.js'
import { toCondition, toFilter } from '../../../core/rights/action-condition.js'
import type { RightsCondition } from '../../../core/rights/rights-document.js'
import { listScopeVariableNames, listTagNames } from '../../../core/rights/scope-variables.js'
import { useProjectPeople } from '../../../data/settings/use-rights.js'
import { startBranch } from '../../../shell/filter/create-condition.js'
import { FilterVariablesContext } from '../../../shell/filter/filter-variables.js'
import { GroupEditor } from '../../../shell/filter/group-editor.js'
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
  const subject = useActionSubject(props.subject, props.collection, props.action)
  return subject ? <Builder {...props} filtered={subject} /> : null
}

interface BuilderProps extends ConditionDialogProps {
  readonly filtered: ListSubject
}

function Builder({ title, filtered, condition, onChange, onClose }: BuilderProps) {
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
    </FormDialog>
  )
}
