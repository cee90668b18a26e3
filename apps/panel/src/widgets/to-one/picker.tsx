import { Combobox } from '@base-ui/react/combobox'
import { Check, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RelatedChoice } from '../../core/record/record-title.js'
import { usePlace } from '../../data/place-context.js'
import { type RelationSearch, useRelationSearch } from '../../data/use-relation-search.js'
import { useSchema } from '../../data/use-schema.js'
import { ComboboxOpener } from '../../ui/combobox-opener.js'
import { innerControlClass } from '../../ui/control.js'
import { controlButtonClass, readBoxClass } from '../../ui/control-box.js'
import { focusNow } from '../../ui/focus-now.js'
import { listRecentPicks, rememberPick } from './recent-picks.js'

export interface RelationPickerProps {
  readonly id?: string | undefined
  readonly label: string
  /** The collection whose records can be picked. */
  readonly target: string
  readonly value: RelatedChoice | null
  readonly onChange: (value: RelatedChoice | null) => void
  /** Offers to create a record with what was typed. */
  readonly onCreate?: ((text: string) => void) | undefined
  readonly placeholder?: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly hasFocus?: boolean
}

interface PickerItem extends RelatedChoice {
  /** Creates a record instead of picking one. */
  readonly isNew?: boolean
}

interface PickerGroup {
  readonly value: 'recent' | 'found' | 'create'
  readonly items: readonly PickerItem[]
}

/**
 * Picks a record of a collection: finds 20 by a text, those picked last come first.
 *
 * @example
 * <RelationPicker label="Customer" target="customers" value={customer} onChange={setCustomer} />
 */
export function RelationPicker(props: RelationPickerProps) {
  const { target, value, onChange, onCreate } = props
  const { data } = useSchema()
  const { renderingId } = usePlace().place.team
  const collection = data?.collections.get(target)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useRelationSearch(collection, typed, isOpen)
  const recent = listRecentPicks(renderingId, target)
  const groups = groupItems(search.found, recent, typed.trim(), onCreate !== undefined)

  function pick(item: PickerItem | null, reason: string) {
    // Deleting what was searched for is not meant to remove the record, nor is Escape.
    if (!item && reason !== 'clear-press') return
    setTyped('')
    if (item?.isNew) return onCreate?.(item.title)
    if (item) rememberPick(renderingId, target, { id: item.id, title: item.title })
    onChange(item && { id: item.id, title: item.title })
  }

  return (
    <Combobox.Root
      items={groups}
      filter={null}
      value={value as PickerItem | null}
      onValueChange={(item, details) => {
        // Escape leaves the form: it goes on to it.
        if (details.reason === 'escape-key') details.allowPropagation()
        pick(item, details.reason)
      }}
      // While somebody searches, the text is theirs; the record is still named by the placeholder.
      inputValue={isOpen ? typed : (value?.title ?? '')}
      open={isOpen}
      onOpenChange={setOpen}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
      itemToStringLabel={(item: PickerItem) => item.title}
      isItemEqualToValue={(item: PickerItem, other: PickerItem) =>
        item.id === other.id && !item.isNew
      }
      autoHighlight
      disabled={props.isDisabled ?? false}
      required={props.isRequired ?? false}
    >
      <PickerInput
        {...props}
        placeholder={(isOpen ? value?.title : undefined) ?? props.placeholder}
      />
      <PickerPopup search={search} typed={typed.trim()} />
    </Combobox.Root>
  )
}

/** Those picked before that fit what is typed, then those found, then the offer to create one. */
function groupItems(
  found: readonly RelatedChoice[],
  recent: readonly RelatedChoice[],
  text: string,
  canCreate: boolean,
): readonly PickerGroup[] {
  const wanted = text.toLowerCase()
  const first = recent.filter(({ title }) => title.toLowerCase().includes(wanted))
  const ids = new Set(first.map(({ id }) => id))
  const groups: readonly PickerGroup[] = [
    { value: 'recent', items: first },
    { value: 'found', items: found.filter(({ id }) => !ids.has(id)) },
    {
      value: 'create',
      items: canCreate && text !== '' ? [{ id: '', title: text, isNew: true }] : [],
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function PickerInput(props: RelationPickerProps) {
  const t = useTranslations('picker')
  const app = useTranslations('app')
  const { id, label, value, placeholder, isInvalid = false } = props
  return (
    <Combobox.InputGroup className={readBoxClass(isInvalid, props.isDisabled ?? false, 'h-8')}>
      <Combobox.Input
        id={id}
        aria-label={id ? undefined : label}
        aria-invalid={isInvalid}
        aria-describedby={props.describedBy}
        ref={props.hasFocus ? focusNow : undefined}
        placeholder={placeholder ?? t('search')}
        autoComplete="off"
        spellCheck={false}
        className={`${innerControlClass} truncate`}
      />
      {value && !props.isRequired && !props.isDisabled ? (
        <Combobox.Clear aria-label={`${app('clear')}: ${label}`} className={controlButtonClass}>
          <X size={14} aria-hidden="true" />
        </Combobox.Clear>
      ) : null}
      <ComboboxOpener label={t('open', { name: label })} />
    </Combobox.InputGroup>
  )
}

function PickerPopup({
  search,
  typed,
}: {
  readonly search: RelationSearch
  readonly typed: string
}) {
  const t = useTranslations('picker')
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
        <Combobox.Popup
          aria-busy={search.isSearching || undefined}
          className="popup flex max-h-[min(var(--available-height),320px)] w-(--anchor-width) min-w-60 max-w-[calc(100vw-16px)] flex-col rounded-card bg-surface text-text shadow-float outline-none"
        >
          <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain scroll-py-1 p-1 empty:hidden">
            {(group: PickerGroup) => (
              <Combobox.Group
                key={group.value}
                items={group.items as PickerItem[]}
                className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
              >
                {group.value === 'recent' ? (
                  <Combobox.GroupLabel className="px-2 pt-1 pb-0.5 text-small text-faint">
                    {t('recent')}
                  </Combobox.GroupLabel>
                ) : null}
                <Combobox.Collection>{renderItem}</Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
          <Combobox.Status className="border-t border-line px-3 py-1.5 text-small text-faint first:border-t-0 empty:hidden">
            {describeSearch()}
          </Combobox.Status>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )

  function describeSearch(): string | null {
    if (search.error) return t('failed')
    if (search.isSearching) return t('searching')
    if (search.found.length === 0) return typed === '' ? t('none') : t('nothing', { text: typed })
    return search.found.length >= 20 ? t('more') : null
  }

  function renderItem(item: PickerItem) {
    return (
      <Combobox.Item
        key={item.isNew ? 'new' : item.id}
        value={item}
        className="flex min-h-8 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 text-body outline-none select-none data-[highlighted]:bg-hover pointer-coarse:min-h-11"
      >
        {item.isNew ? <Plus size={14} aria-hidden="true" className="shrink-0 text-muted" /> : null}
        <span className="min-w-0 flex-1 truncate">
          {item.isNew ? t('create', { text: item.title }) : item.title}
        </span>
        {item.title === item.id || item.isNew ? null : (
          <span className="max-w-24 shrink-0 truncate font-mono text-tiny text-faint">
            {item.id}
          </span>
        )}
        <Combobox.ItemIndicator className="text-accent">
          <Check size={14} aria-hidden="true" />
        </Combobox.ItemIndicator>
      </Combobox.Item>
    )
  }
}
