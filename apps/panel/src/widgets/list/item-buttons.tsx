import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ControlButton } from '../../ui/control-box.js'

interface ItemButtonsProps {
  readonly name: string
  /** Whether items can be moved: then all of them have the room for it. */
  readonly canMove: boolean
  /** Absent when the item is the first. */
  readonly onMoveUp: (() => void) | undefined
  readonly onMoveDown: (() => void) | undefined
  readonly onRemove: () => void
}

export function ItemButtons(props: ItemButtonsProps) {
  const { name, canMove, onMoveUp, onMoveDown, onRemove } = props
  const t = useTranslations('widgets')
  return (
    <span className="flex shrink-0 items-center gap-1 pr-1">
      {onMoveUp ? (
        <ControlButton label={t('moveUp', { name })} data-tooltip-keys="Alt ↑" onClick={onMoveUp}>
          <ArrowUp size={14} aria-hidden="true" />
        </ControlButton>
      ) : (
        <Room isNeeded={canMove} />
      )}
      {onMoveDown ? (
        <ControlButton
          label={t('moveDown', { name })}
          data-tooltip-keys="Alt ↓"
          onClick={onMoveDown}
        >
          <ArrowDown size={14} aria-hidden="true" />
        </ControlButton>
      ) : (
        <Room isNeeded={canMove} />
      )}
      <ControlButton label={t('remove', { name })} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </ControlButton>
    </span>
  )
}

/** Where a button would be. */
function Room({ isNeeded }: { readonly isNeeded: boolean }) {
  return isNeeded ? <span className="-mr-1 size-6 pointer-coarse:size-9" /> : null
}
