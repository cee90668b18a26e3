import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
  type FilterBranch,
  type FilterTree,
  isBranch,
  isUnreadable,
} from '../../../core/list/filter-tree.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Select } from '../../../ui/select.js'
import type { ListSubject } from '../use-list.js'
import { ConditionRow } from './condition-row.js'
import { createCondition } from './create-condition.js'
import type { FieldGroup } from './list-fields.js'

interface GroupEditorProps extends ListSubject {
  readonly groups: readonly FieldGroup[]
  readonly branch: FilterBranch
  readonly onChange: (branch: FilterBranch) => void
}

/** Conditions that must hold all together or one of them, with groups inside. */
export function GroupEditor({ groups, branch, onChange, ...subject }: GroupEditorProps) {
  const t = useTranslations('filter')
  const { conditions, aggregator } = branch
  const replace = (index: number, next: FilterTree | undefined) =>
    onChange({
      ...branch,
      conditions: conditions.flatMap((each, at) => (at === index ? (next ?? []) : each)),
    })
  const first = groups[0]?.fields[0]
  const field = first && subject.collection.fields.get(first.path)
  const condition = first && field && createCondition(first.path, field)
  const add = (part: FilterTree) => onChange({ ...branch, conditions: [...conditions, part] })
  return (
    <div className="flex flex-col gap-2">
      {conditions.map((part, index) => (
        <div key={buildKey(part, index)} className="flex items-start gap-2">
          <span className="w-10 shrink-0 pt-1.5 text-small text-muted">
            {index === 0 ? t('where') : t(aggregator)}
          </span>
          <Part
            part={part}
            groups={groups}
            {...subject}
            onChange={next => replace(index, next)}
            onRemove={() => replace(index, undefined)}
          />
        </div>
      ))}
      <div className="flex items-center gap-1">
        {condition ? (
          <>
            <Button
              look="ghost"
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() => add(condition)}
            >
              {t('addCondition')}
            </Button>
            <Button
              look="ghost"
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() =>
                add({ aggregator: aggregator === 'and' ? 'or' : 'and', conditions: [condition] })
              }
            >
              {t('addGroup')}
            </Button>
          </>
        ) : null}
        {conditions.length > 1 ? (
          <Select
            label={t('combine')}
            value={aggregator}
            onChange={next => onChange({ ...branch, aggregator: next === 'or' ? 'or' : 'and' })}
          >
            <option value="and">{t('all')}</option>
            <option value="or">{t('any')}</option>
          </Select>
        ) : null}
      </div>
    </div>
  )
}

interface PartProps extends ListSubject {
  readonly groups: readonly FieldGroup[]
  readonly part: FilterTree
  readonly onChange: (part: FilterTree) => void
  readonly onRemove: () => void
}

function Part({ part, onRemove, onChange, ...rest }: PartProps) {
  const t = useTranslations('filter')
  if (isBranch(part)) {
    return (
      <div className="flex min-w-0 flex-1 items-start gap-1 rounded-control border border-line bg-sunken p-2">
        <div className="min-w-0 flex-1">
          <GroupEditor {...rest} branch={part} onChange={onChange} />
        </div>
        <IconButton label={t('removeGroup')} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  if (isUnreadable(part)) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-faint">
          {t('unreadable', { text: part.unreadable })}
        </span>
        <IconButton label={t('remove')} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  return <ConditionRow {...rest} leaf={part} onChange={onChange} onRemove={onRemove} />
}

/** Conditions have no id: their position names them. */
function buildKey(part: FilterTree, index: number): string {
  return `${index} ${isBranch(part) ? 'group' : 'condition'}`
}
