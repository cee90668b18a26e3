import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type BrokenPart, withoutBroken } from '../../core/list/check-list-state.js'
import { listChips, replacePart } from '../../core/list/filter-tree.js'
import type { ListState } from '../../core/list/list-state.js'
import { simplifyFilter } from '../../core/list/simplify-filter.js'
import { useFilterText } from '../../shell/filter/use-filter-text.js'
import { Button } from '../../ui/button.js'
import type { List, ListSubject } from './use-list.js'

interface FilterChipsProps extends ListSubject {
  readonly list: List
}

/** Each condition as a chip, which opens it. What no longer exists is grey and can only be removed. */
export default function FilterChips({ list, ...subject }: FilterChipsProps) {
  const t = useTranslations('list')
  const describe = useFilterText(subject, list.rows)
  const { state, change, checked, setFilterOpening, filterButton } = list
  const broken = checked.broken.filter(each => each.part === 'filter')
  const others = checked.broken.filter(each => each.part !== 'filter')
  return (
    <section
      aria-label={t('filters')}
      className="flex flex-wrap items-center gap-1.5 px-4 py-2 max-sm:px-3"
    >
      {listChips(state.filter).map(({ path, tree }) => {
        const text = describe(tree)
        const isBroken = broken.some(each => path.every((part, index) => each.path[index] === part))
        const isWhole = broken.some(each => each.path.length === path.length)
        return (
          <Chip
            key={path.join('.')}
            text={isBroken ? t('unknownFilter', { name: text }) : text}
            isBroken={isBroken}
            removeLabel={t('removeFilter', { name: text })}
            onEdit={
              isBroken && isWhole ? undefined : anchor => setFilterOpening({ anchor, tree, path })
            }
            onRemove={() => {
              const rest = replacePart(state.filter, path)
              change({ filter: rest && simplifyFilter(rest) })
              // The button that was pressed is gone.
              filterButton.current?.focus()
            }}
          />
        )
      })}
      {others.map(each => (
        <Chip
          key={`${each.part} ${each.text}`}
          text={describeBroken(t, each)}
          isBroken
          removeLabel={t('removeFilter', { name: each.text })}
          onRemove={() => change(repair(state, each))}
        />
      ))}
      {state.filter ? (
        <Button look="ghost" onClick={() => change({ filter: undefined })}>
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
  readonly onEdit?: ((anchor: HTMLElement) => void) | undefined
  readonly onRemove: () => void
}

function Chip({ text, isBroken, removeLabel, onEdit, onRemove }: ChipProps) {
  return (
    <span
      title={text}
      className={clsx(
        'inline-flex h-7 max-w-96 items-center rounded-full border pr-0.5 text-small max-sm:max-w-full pointer-coarse:h-11',
        isBroken
          ? 'border-dashed border-line-strong text-faint'
          : 'border-line bg-surface hover:border-line-strong',
      )}
    >
      {onEdit ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={event => onEdit(event.currentTarget)}
          className="h-full min-w-0 truncate rounded-full pr-0.5 pl-2.5"
        >
          {text}
        </button>
      ) : (
        <span className="truncate pl-2.5">{text}</span>
      )}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex size-6 shrink-0 items-center justify-center rounded-full text-faint hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  )
}
