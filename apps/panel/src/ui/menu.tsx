import { Menu as BaseMenu } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Kbd } from './kbd.js'
import { useKeysWhileOpening } from './popup-loader.js'

const item =
  'flex min-h-7 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 text-body outline-none select-none data-[highlighted]:bg-hover data-[disabled]:text-faint pointer-coarse:min-h-11'

interface MenuProps {
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/** Open at first: it is shown when its button was pressed, see `on-demand.tsx`. */
export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  const [isOpen, setOpen] = useState(true)
  useKeysWhileOpening(isOpen)
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={setOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <BaseMenu.Popup className="popup min-w-44 max-w-80 rounded-card bg-surface p-1 text-text shadow-float outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuItemProps {
  readonly icon: ReactNode
  readonly onSelect: () => void
  readonly isDisabled?: boolean
  /** Deletes something. */
  readonly isDanger?: boolean
  /** The keys that do the same, shown as a badge. */
  readonly keys?: string | undefined
  readonly children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const { icon, onSelect, isDisabled = false, isDanger = false, keys, children } = props
  return (
    <BaseMenu.Item
      className={clsx(item, isDanger && 'text-danger')}
      disabled={isDisabled}
      onClick={onSelect}
    >
      <span aria-hidden="true" className={isDanger ? undefined : 'text-muted'}>
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </BaseMenu.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly hint?: string
    readonly isDisabled?: boolean
  }[]
}

/** One of several, with a label above and a tick at the current one. */
export function MenuChoice<T extends string>({
  label,
  value,
  onChange,
  options,
}: MenuChoiceProps<T>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 text-small text-muted">
        {label}
      </BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={next => onChange(next as T)}>
        {options.map(option => (
          <BaseMenu.RadioItem
            key={option.value}
            value={option.value}
            disabled={option.isDisabled ?? false}
            closeOnClick
            className={item}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.hint ? (
                <span className="block truncate text-small text-muted">{option.hint}</span>
              ) : null}
            </span>
            <BaseMenu.RadioItemIndicator className="text-accent">
              <Check size={14} aria-hidden="true" />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />
}
