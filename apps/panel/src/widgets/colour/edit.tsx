import { useTranslations } from 'use-intl'
import { readHexColour } from '../../core/text/hex-colour.js'
import { innerControlClass } from '../../ui/control.js'
import { ControlBox } from '../../ui/control-box.js'
import { ClearValue } from '../clear-value.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'

/** A colour: by the browser's picker, as text, or one of a palette. */
export function EditColour(props: EditProps) {
  const { label, value, widget, isRequired, isInvalid, isDisabled, onChange } = props
  const t = useTranslations('widgets')
  const text = typeof value === 'string' ? value : ''
  const colour = readHexColour(text)
  const { quickPalette } = widget.parameters ?? {}
  const palette = Array.isArray(quickPalette) ? (quickPalette as readonly unknown[]) : []
  return (
    <div className="flex flex-col gap-1.5">
      <ControlBox isInvalid={isInvalid} isDisabled={isDisabled}>
        <span
          className="relative size-5 shrink-0 rounded-[4px] border border-line-strong bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
          style={{ backgroundColor: text }}
        >
          <input
            type="color"
            aria-label={t('pickColour', { name: label })}
            disabled={isDisabled}
            value={colour?.hex ?? '#000000'}
            onChange={({ target }) => onChange(`${target.value}${colour?.alpha ?? ''}`)}
            className="absolute inset-0 size-full opacity-0"
          />
        </span>
        <input
          {...readControlProps(props)}
          spellCheck={false}
          value={text}
          onChange={({ target }) =>
            onChange(target.value === '' && !isRequired ? null : target.value)
          }
          className={`${innerControlClass} font-mono`}
        />
        <ClearValue {...props} />
      </ControlBox>
      {palette.length > 0 ? (
        <div className="flex flex-wrap gap-1">
          {palette.map(String).map(each => (
            <button
              key={each}
              type="button"
              aria-label={each}
              data-tooltip={each}
              aria-pressed={each === text}
              disabled={isDisabled}
              onClick={() => onChange(each)}
              className="size-6 rounded-[4px] border border-line-strong aria-pressed:outline-2 aria-pressed:outline-accent pointer-coarse:size-9"
              style={{ backgroundColor: each }}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
