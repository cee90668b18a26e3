import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { innerControlClass } from '../../ui/control.js'
import { ControlBox, ControlButton } from '../../ui/control-box.js'
import { ClearValue } from '../clear-value.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'

/** A likely secret: hidden until shown. Browsers and password managers neither fill nor keep it. */
export function EditMasked(props: EditProps) {
  const { label, value, isRequired, isInvalid, isDisabled, onChange } = props
  const t = useTranslations('widgets')
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <ControlBox isInvalid={isInvalid} isDisabled={isDisabled}>
      <input
        {...readControlProps(props)}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        spellCheck={false}
        value={value === null || value === undefined ? '' : String(value)}
        onChange={({ target }) =>
          onChange(target.value === '' && !isRequired ? null : target.value)
        }
        className={`${innerControlClass} font-mono`}
      />
      <ClearValue {...props} />
      <ControlButton
        label={isShown ? t('hideValue', { name: label }) : t('showValue', { name: label })}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={14} aria-hidden="true" />
      </ControlButton>
    </ControlBox>
  )
}
