import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { ComboboxOpener } from './combobox-opener.js'
import { innerControlClass } from './control.js'
import { controlButtonClass, quietClass, readBoxClass } from './control-box.js'
import { focusNow } from './focus-now.js'

/** What can be chosen. `key` tells options apart. */
export interface ComboboxOption {
  readonly key: string
  readonly label: string
}

interface ComboboxProps {
  readonly id: string
  readonly label: string
  readonly describedBy?: string | undefined
  readonly placeholder?: string | undefined
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly isDisabled: boolean
  readonly hasFocus?: boolean
  /** The options that fit what is typed. */
  readonly options: readonly ComboboxOption[]
  /** Whether options are on their way. */
  readonly isBusy?: boolean
  /** A line below the options: searching, nothing found, how many more there are. */
  readonly status: string | undefined
  readonly openLabel: string
  /** What is typed; empty when the list is closed. */
  readonly onSearch: (text: string) => void
}

interface SingleProps extends ComboboxProps {
  readonly value: ComboboxOption | null
  readonly onChange: (option: ComboboxOption | null) => void
  /** The name of the button that removes the value; absent when there has to be one. */
  readonly clearLabel?: string | undefined
}

const isSame = (a: ComboboxOption, b: ComboboxOption) => a.key === b.key

/** Chooses one of many options by typing. */
export function Combobox(props: SingleProps) {
  const { onChange, clearLabel, isInvalid, isDisabled } = props
  const [value = null] = useStable(props.value ? [props.value] : none)
  const typing = useTyping(props, value?.label ?? '')
  return (
    <BaseCombobox.Root
      {...readRootProps(props, typing)}
      value={value}
      onValueChange={next => {
        if (next !== null || clearLabel !== undefined) onChange(next)
      }}
      autoHighlight
    >
      <BaseCombobox.InputGroup className={readBoxClass(isInvalid, isDisabled, 'h-8')}>
        <SearchText {...props} typing={typing} />
        {clearLabel && value ? (
          <BaseCombobox.Clear
            aria-label={clearLabel}
            className={`${controlButtonClass} ${quietClass}`}
          >
            <X size={14} aria-hidden="true" />
          </BaseCombobox.Clear>
        ) : null}
        <ComboboxOpener label={props.openLabel} />
      </BaseCombobox.InputGroup>
      <Options isBusy={props.isBusy ?? false} status={props.status} />
    </BaseCombobox.Root>
  )
}

interface MultipleProps extends ComboboxProps {
  readonly values: readonly ComboboxOption[]
  readonly onChange: (options: readonly ComboboxOption[]) => void
  readonly chosenLabel: string
  readonly formatRemove: (label: string) => string
}

/** Chooses several of many options by typing; each is a chip. */
export function MultiCombobox(props: MultipleProps) {
  const { onChange, isInvalid, isDisabled, chosenLabel, formatRemove } = props
  const values = useStable(props.values)
  const typing = useTyping(props, '')
  return (
    <BaseCombobox.Root
      {...readRootProps(props, typing)}
      onOpenChange={(next, { reason }) => {
        // Several are chosen one after the other.
        typing.setOpen(next || reason === 'item-press')
        if (!next) typing.stop()
      }}
      multiple
      value={values as ComboboxOption[]}
      onValueChange={next => onChange(next)}
      autoHighlight
    >
      <BaseCombobox.InputGroup className={readBoxClass(isInvalid, isDisabled, 'h-auto py-1')}>
        <BaseCombobox.Chips
          aria-label={values.length > 0 ? chosenLabel : undefined}
          className="flex min-w-0 flex-1 flex-wrap items-center gap-1"
        >
          {values.map(option => (
            <BaseCombobox.Chip
              key={option.key}
              aria-label={option.label}
              className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-[4px] bg-hover pr-0.5 pl-2 text-body outline-none data-[highlighted]:bg-selected focus-within:bg-selected"
            >
              <span className="truncate">{option.label}</span>
              {isDisabled ? null : (
                <BaseCombobox.ChipRemove
                  aria-label={formatRemove(option.label)}
                  className="inline-flex size-5 items-center justify-center rounded-[4px] text-muted hover:text-text pointer-coarse:size-8"
                >
                  <X size={12} aria-hidden="true" />
                </BaseCombobox.ChipRemove>
              )}
            </BaseCombobox.Chip>
          ))}
          <SearchText
            {...props}
            typing={typing}
            placeholder={values.length > 0 ? undefined : props.placeholder}
          />
        </BaseCombobox.Chips>
        <ComboboxOpener label={props.openLabel} />
      </BaseCombobox.InputGroup>
      <Options isBusy={props.isBusy ?? false} status={props.status} />
    </BaseCombobox.Root>
  )
}

const none: readonly ComboboxOption[] = []

/** The same objects as long as they say the same. */
function useStable(options: readonly ComboboxOption[]): readonly ComboboxOption[] {
  const text = JSON.stringify(options)
  return useMemo(() => JSON.parse(text) as readonly ComboboxOption[], [text])
}

interface Typing {
  /** What the input shows: what is typed, else what is chosen. */
  readonly text: string
  readonly isSearch: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly type: (text: string) => void
  readonly stop: () => void
}

/** What is typed is a search; it ends when an option is chosen or the input is left. */
function useTyping({ onSearch }: ComboboxProps, chosen: string): Typing {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  return {
    text: typed ?? chosen,
    isSearch: typed !== undefined,
    isOpen,
    setOpen,
    type(text) {
      setTyped(text)
      onSearch(text)
    },
    stop() {
      setTyped(undefined)
      onSearch('')
    },
  }
}

function readRootProps({ options, isDisabled }: ComboboxProps, typing: Typing) {
  const { text, isOpen, type, stop, setOpen } = typing
  return {
    items: options as ComboboxOption[],
    filteredItems: options as ComboboxOption[],
    itemToStringLabel: ({ label }: ComboboxOption) => label,
    isItemEqualToValue: isSame,
    disabled: isDisabled,
    inputValue: text,
    onInputValueChange(next: string, { reason }: { readonly reason: string }) {
      if (reason === 'input-change') type(next)
      else stop()
    },
    open: isOpen,
    onOpenChange(next: boolean) {
      setOpen(next)
      if (!next) stop()
    },
  }
}

function SearchText(props: ComboboxProps & { readonly typing: Typing }) {
  const { id, label, describedBy, placeholder, isRequired, isInvalid, hasFocus = false } = props
  const { isSearch, isOpen, setOpen, stop } = props.typing
  return (
    <BaseCombobox.Input
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-required={isRequired}
      aria-invalid={isInvalid}
      ref={hasFocus ? focusNow : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // It closes the list first, then leaves the form. What was chosen stays.
        event.preventBaseUIHandler()
        if (!isOpen && !isSearch) return
        event.stopPropagation()
        setOpen(false)
        stop()
      }}
      onBlur={stop}
      className={`${innerControlClass} min-h-6 min-w-16`}
    />
  )
}

interface OptionsProps {
  readonly isBusy: boolean
  readonly status: ReactNode
}

function Options({ isBusy, status }: OptionsProps) {
  return (
    <BaseCombobox.Portal>
      <BaseCombobox.Positioner sideOffset={4} collisionPadding={8} className="z-50 outline-none">
        <BaseCombobox.Popup
          aria-busy={isBusy}
          className="popup flex max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-48 max-w-(--available-width) flex-col rounded-card bg-surface text-text shadow-float outline-none"
        >
          <BaseCombobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
            {(option: ComboboxOption) => (
              <BaseCombobox.Item
                key={option.key}
                value={option}
                className="flex min-h-7 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 text-body outline-none select-none data-[highlighted]:bg-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 break-words">{option.label}</span>
                <BaseCombobox.ItemIndicator className="text-accent">
                  <Check size={14} aria-hidden="true" />
                </BaseCombobox.ItemIndicator>
              </BaseCombobox.Item>
            )}
          </BaseCombobox.List>
          <BaseCombobox.Status>
            {status ? (
              <span className="block px-3 py-1.5 text-small text-muted">{status}</span>
            ) : null}
          </BaseCombobox.Status>
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  )
}
