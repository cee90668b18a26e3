import { clsx } from 'clsx'
import { Eye, EyeOff, GripVertical, Settings } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/button.js'

export interface EditorRowProps {
  readonly itemKey: string
  readonly group?: number
  readonly label: string
  /** Besides the label, such as where a link leads. */
  readonly note?: string | undefined
  readonly icon?: ReactNode
  readonly isHidden?: boolean
  /** Why it cannot be hidden. */
  readonly hideProblem?: string | undefined
  readonly onToggle?: (() => void) | undefined
  readonly onSettings?: (() => void) | undefined
  /** Opens the menu of moves beside the handle; absent where the order is fixed. */
  readonly onMoveMenu?: ((anchor: HTMLElement) => void) | undefined
  /** Moves by one, for the arrow keys on the handle. */
  readonly onStep?: ((by: -1 | 1) => void) | undefined
  readonly children?: ReactNode
}

/** Something in the layout: its handle, its name, its settings, its eye. */
export function EditorRow(props: EditorRowProps) {
  const { itemKey, group = 0, label, note, icon, isHidden = false, hideProblem } = props
  const { onToggle, onSettings, onMoveMenu, onStep, children } = props
  const t = useTranslations('layoutEditor.row')
  const canMove = onMoveMenu !== undefined && !isHidden
  return (
    <li
      {...(canMove && { 'data-item': itemKey, 'data-group': group })}
      className={clsx(
        'group/row flex min-h-8 items-center gap-1 rounded-control pr-1 hover:bg-hover',
        canMove && 'cursor-grab',
      )}
    >
      {canMove ? (
        <button
          type="button"
          data-grip={itemKey}
          aria-label={t('move', { name: label })}
          aria-haspopup="menu"
          data-tooltip={t('moveHint')}
          onClick={event => onMoveMenu(event.currentTarget)}
          onKeyDown={event => stepByKey(event, itemKey, onStep)}
          className="flex h-7 w-6 shrink-0 cursor-grab items-center justify-center rounded-control text-faint hover:text-text pointer-coarse:h-11 pointer-coarse:w-9"
        >
          <GripVertical size={14} aria-hidden="true" />
        </button>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      {icon}
      <span className={clsx('min-w-0 flex-1 truncate', isHidden && 'text-faint')}>
        {label}
        {note ? <span className="ml-2 text-small text-faint">{note}</span> : null}
      </span>
      {children}
      {onSettings ? (
        <IconButton label={t('settings', { name: label })} onClick={onSettings}>
          <Settings size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {onToggle ? (
        <EyeButton label={label} isHidden={isHidden} problem={hideProblem} onToggle={onToggle} />
      ) : null}
    </li>
  )
}

interface EyeButtonProps {
  readonly label: string
  readonly isHidden: boolean
  readonly problem: string | undefined
  readonly onToggle: () => void
}

/** Shows or hides something; says why when that is not possible. */
function EyeButton({ label, isHidden, problem, onToggle }: EyeButtonProps) {
  const t = useTranslations('layoutEditor.row')
  const Icon = isHidden ? EyeOff : Eye
  const name = isHidden ? t('show', { name: label }) : t('hide', { name: label })
  return (
    <IconButton
      label={name}
      data-tooltip={problem ?? name}
      aria-description={problem}
      aria-disabled={problem !== undefined}
      onClick={() => {
        if (problem === undefined) onToggle()
      }}
    >
      <Icon size={14} aria-hidden="true" className={problem ? 'opacity-40' : undefined} />
    </IconButton>
  )
}

function stepByKey(event: KeyboardEvent, key: string, onStep: EditorRowProps['onStep']): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  event.stopPropagation()
  onStep?.(event.key === 'ArrowUp' ? -1 : 1)
  focusGrip(key)
}

/** An element that moves in its list loses the focus: it gets it back. */
export function focusGrip(key: string): void {
  requestAnimationFrame(() => {
    const all = document.querySelectorAll<HTMLElement>('[data-grip]')
    Array.from(all)
      .find(({ dataset }) => dataset.grip === key)
      ?.focus()
  })
}
