import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ControlButton } from '../ui/control-box.js'
import type { EditProps } from './edit-props.js'

/** Removes the value, where there may be none. */
export function ClearValue({ label, value, isRequired, isDisabled, onChange }: EditProps) {
  const t = useTranslations('widgets')
  const isNothing = value === null || value === undefined
  if (isNothing || isRequired || isDisabled) return null
  return (
    <ControlButton isQuiet label={t('clear', { name: label })} onClick={() => onChange(null)}>
      <X size={14} aria-hidden="true" />
    </ControlButton>
  )
}
