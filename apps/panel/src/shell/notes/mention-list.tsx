import type { MentionNodeAttrs } from '@tiptap/extension-mention'
import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion'
import { clsx } from 'clsx'
import { useEffect, useReducer } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { formatPersonName } from '../../core/text/format-person-name.js'
import { PersonMark } from './person-mark.js'

/** The people who are offered after an `@`, and which of them is chosen by Enter. */
export interface Suggested extends SuggestionProps<ProjectMember, MentionNodeAttrs> {
  readonly active: number
}

interface MentionListProps {
  readonly id: string
  readonly suggested: Suggested
  readonly onHover: (index: number) => void
}

const width = 288
const rowHeight = 40
const gap = 4

/** The people whom an `@` may mean, beside the text. The editor keeps the focus and the keys. */
export function MentionList({ id, suggested, onHover }: MentionListProps) {
  const t = useTranslations('notes')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const options = { capture: true, passive: true }
    window.addEventListener('scroll', redraw, options)
    window.addEventListener('resize', redraw)
    return () => {
      window.removeEventListener('scroll', redraw, options)
      window.removeEventListener('resize', redraw)
    }
  }, [])
  const { items, active } = suggested
  const caret = suggested.clientRect?.()
  if (!caret || items.length === 0) return null
  const height = items.length * rowHeight + 2 * gap
  const isBelow = caret.bottom + gap + height < window.innerHeight || caret.top < height
  const left = Math.max(8, Math.min(caret.left, window.innerWidth - width - 8))
  const edge = isBelow
    ? { top: caret.bottom + gap }
    : { bottom: window.innerHeight - caret.top + gap }
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={t('people')}
      className="fixed z-50 max-h-[60dvh] overflow-y-auto rounded-card bg-surface p-1 text-text shadow-float"
      style={{ left, width, maxWidth: 'calc(100vw - 16px)', ...edge }}
    >
      {items.map((member, index) => {
        const name = formatPersonName(member)
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the editor has the focus and names the active one
          <div
            key={member.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={clsx(
              'flex h-10 cursor-default items-center gap-2 rounded-[4px] px-2',
              index === active && 'bg-hover',
            )}
            onPointerMove={() => onHover(index)}
            // A click would take the focus out of the text.
            onMouseDown={event => {
              event.preventDefault()
              pick(suggested, index)
            }}
          >
            <PersonMark name={name} />
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-medium">{name}</span>
              <span className="truncate text-small text-muted">
                {member.teams.map(team => team.name).join(', ') || member.email}
              </span>
            </span>
          </div>
        )
      })}
    </div>,
    document.body,
  )
}

/** Puts a person into the text. */
export function pick({ items, command }: Suggested, index: number): void {
  const member = items[index]
  if (member) command({ id: String(member.id), label: formatPersonName(member) })
}

/** What a key does to the list; undefined when it is none of its keys. */
export function readListKey(
  { event }: SuggestionKeyDownProps,
  { active, items }: Suggested,
): { readonly active: number } | 'pick' | undefined {
  const { length } = items
  if (length === 0) return undefined
  if (event.key === 'ArrowDown') return { active: (active + 1) % length }
  if (event.key === 'ArrowUp') return { active: (active + length - 1) % length }
  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  return isPlain && (event.key === 'Enter' || event.key === 'Tab') ? 'pick' : undefined
}
