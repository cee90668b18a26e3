import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
  type BrokenPart,
  type CheckedList,
  withoutBroken,
} from '../../core/list/check-list-state.js'
import {
  type FilterTree,
  isBranch,
  isUnreadable,
  listChips,
  replacePart,
} from '../../core/list/filter-tree.js'
import type { ListState } from '../../core/list/list-state.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import type { ChangeListState } from '../../shell/use-list-address.js'
import { Button } from '../../ui/button.js'
import { useOperatorLabel } from './filter/use-operator-label.js'
import type { ListSubject } from './use-list.js'

interface FilterChipsProps extends ListSubject {
  readonly state: ListState
  readonly checked: CheckedList
  readonly onChange: ChangeListState
}

/** Each condition as a chip. What no longer exists is grey and can only be removed. */
export function FilterChips({ state, checked, onChange, ...subject }: FilterChipsProps) {
  const t = useTranslations('list')
  const formatOperator = useOperatorLabel()
  const formatAggregator = useTranslations('filter')
  const broken = checked.broken.filter(each => each.part === 'filter')
  const others = checked.broken.filter(each => each.part !== 'filter')
  return (
    <section
      aria-label={t('filters')}
      className="flex flex-wrap items-center gap-1.5 px-4 py-2 max-sm:px-3"
    >
      {listChips(state.filter).map(({ path, tree }) => {
        const text = describe(tree, subject, formatOperator, formatAggregator)
        const isBroken = broken.some(each => path.every((part, index) => each.path[index] === part))
        return (
          <Chip
            key={path.join('.')}
            text={isBroken ? t('unknownFilter', { name: text }) : text}
            isBroken={isBroken}
            removeLabel={t('removeFilter', { name: text })}
            onRemove={() => onChange({ filter: replacePart(state.filter, path) })}
          />
        )
      })}
      {others.map(each => (
        <Chip
          key={`${each.part} ${each.text}`}
          text={describeBroken(t, each)}
          isBroken
          removeLabel={t('removeFilter', { name: each.text })}
          onRemove={() => onChange(repair(state, each))}
        />
      ))}
      {state.filter ? (
        <Button look="ghost" onClick={() => onChange({ filter: undefined })}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </section>
  )
}

type Texts = ReturnType<typeof useTranslations<'list'>>

function describeBroken(t: Texts, { part, text }: BrokenPart): string {
  return part === 'filter'
    ? t('unknownFilter', { name: text })
    : t(`broken.${part}`, { name: text })
}

/** Every part of the state, so that what the repair left out is removed from the address. */
function repair(state: ListState, broken: BrokenPart): Partial<ListState> {
  const repaired = withoutBroken(state, broken)
  return { ...repaired, columns: repaired.columns?.length ? repaired.columns : undefined }
}

interface ChipProps {
  readonly text: string
  readonly isBroken: boolean
  readonly removeLabel: string
  readonly onRemove: () => void
}

function Chip({ text, isBroken, removeLabel, onRemove }: ChipProps) {
  return (
    <span
      title={text}
      className={clsx(
        'inline-flex h-6 max-w-80 items-center gap-1 rounded-full border pr-1 pl-2.5 text-small pointer-coarse:h-11',
        isBroken ? 'border-dashed border-line-strong text-faint' : 'border-line bg-surface',
      )}
    >
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex size-5 items-center justify-center rounded-full text-faint hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  )
}

function describe(
  tree: FilterTree,
  subject: ListSubject,
  formatOperator: (operator: string) => string,
  formatAggregator: (aggregator: 'and' | 'or') => string,
): string {
  if (isUnreadable(tree)) return tree.unreadable
  if (isBranch(tree)) {
    return tree.conditions
      .map(each => describe(each, subject, formatOperator, formatAggregator))
      .join(` ${formatAggregator(tree.aggregator)} `)
  }
  const found = findField(subject.collections, subject.collection, tree.field)
  const value = Array.isArray(tree.value) ? tree.value.join(', ') : String(tree.value ?? '')
  const label = found ? formatPath(found) : tree.field
  return `${label} ${formatOperator(tree.operator)} ${value}`.trim()
}
