import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FilterBranch, type FilterTree, isBranch } from '../../../core/list/filter-tree.js'
import { simplifyFilter } from '../../../core/list/simplify-filter.js'
import { toCondition, toFilter } from '../../../core/rights/action-condition.js'
import type { RightsCondition } from '../../../core/rights/rights-document.js'
import { listScopeVariableNames, listTagNames } from '../../../core/rights/scope-variables.js'
import { useProjectPeople } from '../../../data/settings/use-rights.js'
import { startCondition } from '../../../shell/filter/create-condition.js'
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
  const { title, collection, action, condition, onChange, onClose } = props
  const t = useTranslations('roles')
  const subject = useActionSubject(props.subject, collection, action)
  const people = useProjectPeople().data?.data
  const variables = useMemo(
    () => ({
      names: listScopeVariableNames(listTagNames(people ?? [])),
      isForAll: true,
      areAllowedInLists: false,
    }),
    [people],
  )
  const [branch, setBranch] = useState(() => toBranch(condition && toFilter(condition)))
  if (!subject) return null
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
        <GroupEditor {...subject} branch={branch} onChange={setBranch} />
      </FilterVariablesContext>
    </FormDialog>
  )

  function toBranch(tree: FilterTree | undefined): FilterBranch {
    if (tree) return isBranch(tree) ? tree : { aggregator: 'and', conditions: [tree] }
    const first = subject && startCondition(subject)
    return { aggregator: 'and', conditions: first ? [first] : [] }
  }
}
