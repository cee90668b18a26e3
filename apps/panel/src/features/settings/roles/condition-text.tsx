import { useTranslations } from 'use-intl'
import type { ListSubject } from '../../../core/list/list-subject.js'
import { addForm, toFilter } from '../../../core/rights/action-condition.js'
import type { RightsCondition } from '../../../core/rights/rights-document.js'
import { useFilterText } from '../../../shell/filter/use-filter-text.js'
import type { RightsSubject } from './rights-subject.js'

interface ConditionTextProps {
  readonly subject: RightsSubject
  readonly collection: string
  readonly action: string
  readonly condition: RightsCondition
}

/** A condition as people read it; where the collection is not known, as it is stored. */
export function ConditionText({ subject, collection, action, condition }: ConditionTextProps) {
  const found = useActionSubject(subject, collection, action)
  if (!found) return <code className="font-mono text-small">{JSON.stringify(condition)}</code>
  return <KnownCondition subject={found} condition={condition} />
}

function KnownCondition(props: {
  readonly subject: ListSubject
  readonly condition: RightsCondition
}) {
  const describe = useFilterText(props.subject)
  return describe(toFilter(props.condition))
}

/** The collection of an action with the fields of its form. */
export function useActionSubject(
  { schema, collections }: RightsSubject,
  collection: string,
  action: string,
): ListSubject | undefined {
  const t = useTranslations('roles')
  const model = collections?.get(collection)
  if (!collections || !model) return undefined
  const form = schema?.collections
    .find(({ name }) => name === collection)
    ?.actions.find(({ name }) => name === action)
  return addForm(collections, model, form?.fields ?? [], t('form'))
}
