import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type FieldChoice,
  findFieldChoices,
  findKeyPath,
  findRelationCondition,
  listFieldChoices,
} from '../../core/list/filter-fields.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { findField, formatPath } from '../../core/schema/find-field.js'

interface FieldPickerProps extends ListSubject {
  readonly path: string
  readonly onChoose: (path: string) => void
}

interface PickerItem extends FieldChoice {
  /** `back` leads one relation up, `record` chooses the related record itself. */
  readonly role?: 'back' | 'record'
}

const item =
  'flex min-h-7 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 outline-none select-none data-[highlighted]:bg-hover pointer-coarse:min-h-11'

/** Chooses a field of the collection, or of a related record to any depth; typing searches all. */
export function FieldPicker({ collections, collection, path, onChoose }: FieldPickerProps) {
  const t = useTranslations('filter')
  const [isOpen, setOpen] = useState(false)
  const [level, setLevel] = useState('')
  const [text, setText] = useState('')
  const isDrilling = useRef(false)
  const subject = { collections, collection }
  const items = useMemo(
    () => listItems({ collections, collection }, level, text.trim(), t),
    [collections, collection, level, text, t],
  )

  function enter(next: string) {
    isDrilling.current = true
    setLevel(next)
    setText('')
  }

  return (
    <Combobox.Root
      items={items as PickerItem[]}
      filter={null}
      value={null as PickerItem | null}
      open={isOpen}
      inputValue={text}
      autoHighlight
      itemToStringLabel={({ label }: PickerItem) => label}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && setText(next)}
      onOpenChange={open => {
        if (!open && isDrilling.current) {
          isDrilling.current = false
          return
        }
        setOpen(open)
        setText('')
        if (open) setLevel(findLevel(subject, path))
      }}
      onValueChange={choice => {
        if (!choice) return
        if (choice.kind === 'relation' || choice.role === 'back') enter(choice.path)
        else onChoose(choice.path)
      }}
    >
      <Combobox.Trigger
        aria-label={t('fieldIs', { name: describePath(subject, path) })}
        className="inline-flex h-7 w-40 min-w-0 shrink-0 items-center gap-1 rounded-control border border-line-strong bg-surface pr-1.5 pl-2 text-left data-[popup-open]:border-accent max-sm:w-auto max-sm:flex-1 pointer-coarse:h-11"
      >
        <span className="min-w-0 flex-1 truncate">{describePath(subject, path)}</span>
        <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-muted" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className="z-60 outline-none">
          <Combobox.Popup
            aria-label={t('field')}
            className="popup flex max-h-[min(var(--available-height),360px)] w-72 max-w-[calc(100vw-16px)] flex-col rounded-card bg-surface text-text shadow-float outline-none"
          >
            <Combobox.Input
              aria-label={t('findField')}
              placeholder={t('findField')}
              className="h-9 shrink-0 border-b border-line bg-transparent px-3 outline-none placeholder:text-faint pointer-coarse:h-11"
            />
            <Combobox.Empty className="px-3 py-2 text-muted empty:hidden">
              {t('noField')}
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
              {(choice: PickerItem) => (
                <Combobox.Item
                  key={`${choice.role ?? choice.kind} ${choice.path}`}
                  value={choice}
                  className={item}
                >
                  {choice.role === 'back' ? <ChevronLeft size={14} aria-hidden="true" /> : null}
                  <span className="min-w-0 flex-1 truncate">{choice.label}</span>
                  {choice.kind === 'relation' && choice.role === undefined ? (
                    <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />
                  ) : null}
                  {choice.path === path && choice.kind === 'field' ? (
                    <Check size={14} aria-hidden="true" className="shrink-0 text-accent" />
                  ) : null}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

type FilterTexts = ReturnType<typeof useTranslations<'filter'>>

function listItems(
  { collections, collection }: ListSubject,
  level: string,
  text: string,
  t: FilterTexts,
): readonly PickerItem[] {
  if (text !== '') return findFieldChoices(collections, collection, text)
  const choices = listFieldChoices(collections, collection, level)
  if (level === '') return choices
  const label = describePath({ collections, collection }, level)
  const key = findKeyPath(collections, collection, level)
  return [
    { kind: 'relation', role: 'back', path: level.split(':').slice(0, -1).join(':'), label },
    ...(key === undefined
      ? []
      : [
          {
            kind: 'field',
            role: 'record',
            path: key,
            label: t('record', { name: label }),
          } as const,
        ]),
    ...choices.filter(({ path }) => path !== key).map(choice => shorten(choice, label)),
  ]
}

/** Inside of a relation its name is above all: `City`, not `Customer › City`. */
function shorten(choice: FieldChoice, above: string): FieldChoice {
  const start = `${above} › `
  return choice.label.startsWith(start)
    ? { ...choice, label: choice.label.slice(start.length) }
    : choice
}

/** The relation that a field belongs to. */
function findLevel({ collections, collection }: ListSubject, path: string): string {
  return findField(collections, collection, path) ? path.split(':').slice(0, -1).join(':') : ''
}

function describePath({ collections, collection }: ListSubject, path: string): string {
  const related = findRelationCondition(collections, collection, path)
  if (related) return related.label
  const found = findField(collections, collection, path)
  return found ? formatPath(found) : path
}
