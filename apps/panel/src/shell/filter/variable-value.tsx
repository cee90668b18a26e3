import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import {
  formatVariable,
  guessVariable,
  listFittingVariables,
} from '../../core/list/choose-variable.js'
import { readVariable } from '../../core/list/user-variables.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { IconButton } from '../../ui/button.js'
import { Select } from '../../ui/select.js'
import { useFilterVariables } from './filter-variables.js'
import { useVariableText } from './use-variable-text.js'

interface VariableValueProps {
  readonly field: FieldModel
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Edits any other value. */
  readonly children: ReactNode
}

/** A value that may stand for whoever reads the list, instead of one that is typed. */
export function VariableValue({ field, value, onChange, children }: VariableValueProps) {
  const t = useTranslations('userVariables')
  const text = useVariableText()
  const { names } = useFilterVariables()
  const guess = guessVariable(field, names)
  const chosen = readVariable(value)
  if (guess === undefined && chosen === undefined) return children
  const fitting = listFittingVariables(field.columnType, names)
  const isMe = chosen !== undefined
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1">
        {isMe ? (
          <Select
            isWideOnPhone
            label={t('which')}
            value={chosen}
            onChange={name => onChange(formatVariable(name))}
          >
            {fitting.includes(chosen) ? null : <option value={chosen}>{chosen}</option>}
            {fitting.map(name => (
              <option key={name} value={name}>
                {text.label(name)}
              </option>
            ))}
          </Select>
        ) : (
          children
        )}
      </span>
      <IconButton
        label={isMe ? t('typeValue') : t('isMe')}
        onClick={() => onChange(isMe || guess === undefined ? undefined : formatVariable(guess))}
      >
        <UserRound size={14} aria-hidden="true" {...(isMe && { fill: 'currentColor' })} />
      </IconButton>
    </span>
  )
}
