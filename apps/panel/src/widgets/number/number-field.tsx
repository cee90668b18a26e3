import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import {
  checkNumberRange,
  type ExactNumber,
  formatNumberInput,
  isExactNumber,
  parseNumberText,
  readNumberRange,
  shiftNumber,
  stepNumber,
} from '../../core/text/number-input.js'
import { ControlButton } from '../../ui/control-box.js'
import type { EditProps } from '../edit-props.js'
import { TypedInput } from '../typed-input.js'
import { useTypedText } from '../use-typed-text.js'

interface NumberFieldProps extends EditProps {
  /** How many places the point is moved to the left when the value is shown. */
  readonly places?: number
  /** How many digits are shown after the point at least. */
  readonly digits?: number
  readonly isGrouped?: boolean
  /** The unit, at the end. */
  readonly unit?: ReactNode
  /** Says that the value has no digits after the point. */
  readonly isWhole?: boolean
}

/** A number with all its digits; the arrow keys step it. */
export function NumberField(props: NumberFieldProps) {
  const { places = 0, digits = 0, isGrouped = false, isWhole = false, unit, ...edit } = props
  const { label, value, widget, isDisabled } = edit
  const t = useTranslations('widgets')
  const language = useLocale()
  const range = readNumberRange(widget.parameters)

  function format(number: unknown): string {
    if (!isExactNumber(number)) return String(number)
    return formatNumberInput(shiftNumber(number, -places), { language, isGrouped, digits })
  }

  function read(text: string) {
    if (text.trim() === '') return { value: null }
    const shown = parseNumberText(text, language)
    if (shown === undefined) return { problem: t('problems.number') }
    const number = shiftNumber(shown, places)
    if (isWhole && !isWholeNumber(number)) {
      return { problem: t('problems.decimals', { count: places }) }
    }
    const beyond = checkNumberRange(number, range)
    return beyond === undefined
      ? { value: number }
      : { value: number, problem: t(`problems.${beyond}`, { limit: format(range[beyond]) }) }
  }

  const typed = useTypedText(edit, format, read)

  function step(count: number): void {
    const from = isExactNumber(value) ? value : null
    typed.type(format(stepNumber(from, count, range)))
  }

  return (
    <TypedInput
      edit={edit}
      typed={typed}
      inputMode="decimal"
      onKeyDown={event => {
        const count = readSteps(event)
        if (count === 0) return
        event.preventDefault()
        step(count)
      }}
    >
      {unit ? <span className="shrink-0 pl-1 text-form text-muted">{unit}</span> : null}
      {range.step === undefined || isDisabled ? null : (
        <>
          <ControlButton tabIndex={-1} label={t('less', { name: label })} onClick={() => step(-1)}>
            <Minus size={14} aria-hidden="true" />
          </ControlButton>
          <ControlButton tabIndex={-1} label={t('more', { name: label })} onClick={() => step(1)}>
            <Plus size={14} aria-hidden="true" />
          </ControlButton>
        </>
      )}
    </TypedInput>
  )
}

function readSteps({ key, shiftKey, altKey }: KeyboardEvent): number {
  const size = shiftKey ? 10 : 1
  if (altKey) return 0
  return key === 'ArrowUp' ? size : key === 'ArrowDown' ? -size : 0
}

function isWholeNumber(value: ExactNumber): boolean {
  return !String(value).includes('.') && !String(value).includes('e-')
}
