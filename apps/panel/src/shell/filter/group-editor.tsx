import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type FilterBranch,
  type FilterTree,
  isBranch,
  isUnreadable,
} from '../../core/list/filter-tree.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { Button, IconButton } from '../../ui/button.js'
import { Select } from '../../ui/select.js'
import { ConditionRow } from './condition-row.js'
import { startCondition } from './create-condition.js'

interface GroupEditorProps extends ListSubject {
  readonly branch: FilterBranch
  readonly onChange: (branch: FilterBranch) => void
}

/** Conditions that must hold all together or one of them, with groups inside. */
export function GroupEditor({ branch, onChange, ...subject }: GroupEditorProps) {
  const t = useTranslations('filter')
  const { conditions, aggregator } = branch
  const [removals, setRemovals] = useState(0)
  const addButton = useRef<HTMLButtonElement>(null)
  const replace = (index: number, next: FilterTree | undefined) => {
    onChange({
      ...branch,
      conditions: conditions.flatMap((each, at) => (at === index ? (next ?? []) : each)),
    })
    if (next) return
    setRemovals(removals + 1)
    // The button that was pressed is gone.
    addButton.current?.focus()
  }
  const condition = startCondition(subject)
  const add = (part: FilterTree) => onChange({ ...branch, conditions: [...conditions, part] })
  return (
    <div className="flex flex-col gap-2">
      {conditions.map((part, index) => (
        <div
          key={`${removals} ${buildKey(part, index)}`}
          className="flex items-start gap-2 max-sm:flex-col max-sm:gap-1"
        >
          <span className="flex min-h-7 w-16 shrink-0 items-center text-small text-muted max-sm:w-24">
            <Combination
              index={index}
              aggregator={aggregator}
              onChange={next => onChange({ ...branch, aggregator: next })}
            />
          </span>
          <Part
            part={part}
            {...subject}
            onChange={next => replace(index, next)}
            onRemove={() => replace(index, undefined)}
          />
        </div>
      ))}
      {condition ? (
        <div className="flex items-center gap-1">
          <Button
            ref={addButton}
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
        </div>
      ) : null}
    </div>
  )
}

interface CombinationProps {
  readonly index: number
  readonly aggregator: FilterBranch['aggregator']
  readonly onChange: (aggregator: FilterBranch['aggregator']) => void
}

/** How a condition is combined with those above; the second one decides for all. */
function Combination({ index, aggregator, onChange }: CombinationProps) {
  const t = useTranslations('filter')
  if (index === 0) return t('where')
  if (index > 1) return <span className="pl-2">{t(aggregator)}</span>
  return (
    <Select
      label={t('combine')}
      value={aggregator}
      onChange={next => onChange(next === 'or' ? 'or' : 'and')}
    >
      <option value="and">{t('and')}</option>
      <option value="or">{t('or')}</option>
    </Select>
  )
}

interface PartProps extends ListSubject {
  readonly part: FilterTree
  readonly onChange: (part: FilterTree) => void
  readonly onRemove: () => void
}

function Part({ part, onRemove, onChange, ...rest }: PartProps) {
  const t = useTranslations('filter')
  if (isBranch(part)) {
    return (
      <fieldset
        aria-label={t(part.aggregator === 'or' ? 'any' : 'all')}
        className="flex min-w-0 flex-1 items-start gap-1 rounded-control border border-line bg-sunken p-2 max-sm:w-full"
      >
        <div className="min-w-0 flex-1">
          <GroupEditor {...rest} branch={part} onChange={onChange} />
        </div>
        <IconButton label={t('removeGroup')} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </fieldset>
    )
  }
  if (isUnreadable(part)) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-1 max-sm:w-full">
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

/** Conditions have no id: their position names them, until one is removed. */
function buildKey(part: FilterTree, index: number): string {
  return `${index} ${isBranch(part) ? 'group' : 'condition'}`
}
