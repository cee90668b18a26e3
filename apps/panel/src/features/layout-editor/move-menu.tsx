import { ArrowDown, ArrowUp, CornerDownRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import { focusGrip } from './editor-row.js'

export interface MoveOpening {
  readonly anchor: HTMLElement
  readonly key: string
  readonly label: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onStep: (by: -1 | 1) => void
  /** Other groups it can go to. */
  readonly targets?: readonly { readonly label: string; readonly onChoose: () => void }[]
}

/** Moves something without a pointer: up, down, or to another group. */
export function MoveMenu({
  opening,
  onClose,
}: {
  readonly opening: MoveOpening
  readonly onClose: () => void
}) {
  const t = useTranslations('layoutEditor.row')
  const { anchor, key, label, isFirst, isLast, onStep, targets = [] } = opening
  const close = () => {
    onClose()
    focusGrip(key)
  }
  return (
    <AnchoredMenu anchor={anchor} label={t('move', { name: label })} onClose={close}>
      <MenuItem icon={<ArrowUp size={14} />} isDisabled={isFirst} onSelect={() => onStep(-1)}>
        {t('up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown size={14} />} isDisabled={isLast} onSelect={() => onStep(1)}>
        {t('down')}
      </MenuItem>
      {targets.length > 0 ? <MenuSeparator /> : null}
      {targets.map(target => (
        <MenuItem
          key={target.label}
          icon={<CornerDownRight size={14} />}
          onSelect={target.onChoose}
        >
          {t('to', { name: target.label })}
        </MenuItem>
      ))}
    </AnchoredMenu>
  )
}
