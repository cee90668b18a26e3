import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FilterBranch, FilterTree } from '../../../core/list/filter-tree.js'
import { simplifyFilter } from '../../../core/list/simplify-filter.js'
import { listMissingFields, type StoredScope } from '../../../core/rights/scope-check.js'
import { listScopeVariableNames, listTagNames } from '../../../core/rights/scope-variables.js'
import type { CollectionModel, Collections } from '../../../core/schema/collection-model.js'
import { useProjectPeople } from '../../../data/settings/use-rights.js'
import { startBranch } from '../../../shell/filter/create-condition.js'
import { FilterVariablesContext } from '../../../shell/filter/filter-variables.js'
import { GroupEditor } from '../../../shell/filter/group-editor.js'
import { FormSelect } from '../../../ui/form-select.js'
import { FormDialog } from '../parts/form-dialog.js'
import { ScopePreview } from './scope-preview.js'

interface ScopeDialogProps {
  /** Absent for a new one. */
  readonly scope: StoredScope | undefined
  /** Collections that have a scope already. */
  readonly taken: readonly string[]
  readonly collections: Collections
  readonly team: { readonly id: number; readonly name: string }
  /** Whether the agent of the environment can be asked from here. */
  readonly isHere: boolean
  readonly onSave: (collection: string, condition: FilterTree, tag: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Builds the condition that the records of a team match. */
export function ScopeDialog(props: ScopeDialogProps) {
  const { scope, taken, collections, team, isHere, onSave, onClose } = props
  const t = useTranslations('scopes')
  const [name, setName] = useState(scope?.collectionName ?? '')
  const collection = collections.get(name)
  const [branch, setBranch] = useState(() => start(scope?.condition, collection))
  const people = useProjectPeople().data?.data
  const variables = useMemo(
    () => ({
      names: listScopeVariableNames(listTagNames(people ?? [])),
      isForAll: true,
      areAllowedInLists: false,
    }),
    [people],
  )
  const condition = simplifyFilter(branch)
  const missing =
    collection && condition ? listMissingFields(condition, collections, collection) : []
  return (
    <FormDialog
      title={scope ? t('editTitle', { collection: name, team: team.name }) : t('newTitle')}
      shape="wide"
      submitLabel={t('save')}
      isComplete={collection !== undefined && condition !== undefined && missing.length === 0}
      onSubmit={async () => condition && onSave(name, condition, scope?.tag ?? 'none')}
      onClose={onClose}
    >
      {scope ? null : (
        <FormSelect
          label={t('collection')}
          value={name}
          noneLabel={t('choose')}
          options={[...collections.keys()]
            .filter(each => !taken.includes(each))
            .map(each => ({ value: each, label: each }))}
          onChange={next => {
            setName(next)
            setBranch(start(undefined, collections.get(next)))
          }}
        />
      )}
      {collection ? (
        <>
          <p className="text-muted">{t('builderHint', { team: team.name })}</p>
          <FilterVariablesContext value={variables}>
            <GroupEditor
              collections={collections}
              collection={collection}
              branch={branch}
              onChange={setBranch}
            />
          </FilterVariablesContext>
          {missing.length > 0 ? (
            <p role="alert" className="text-danger">
              {t('missing', { count: missing.length, fields: missing.join(', ') })}
            </p>
          ) : null}
          <ScopePreview
            collection={name}
            condition={condition}
            team={team}
            people={people ?? []}
            isHere={isHere}
          />
        </>
      ) : null}
    </FormDialog>
  )

  function start(tree: FilterTree | undefined, of: CollectionModel | undefined): FilterBranch {
    return of ? startBranch(tree, { collections, collection: of }) : emptyBranch
  }
}

const emptyBranch: FilterBranch = { aggregator: 'and', conditions: [] }
