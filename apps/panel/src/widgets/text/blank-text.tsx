import { clsx } from 'clsx'
import { useTranslations } from 'use-intl'
import { quietClass } from '../../ui/control-box.js'
import type { EditProps } from '../edit-props.js'

/** Tells an empty text from no value, and turns one into the other. */
export function BlankText({ value, columnType, isRequired, isDisabled, onChange }: EditProps) {
  const t = useTranslations('widgets')
  const isEmptyText = value === ''
  const isNothing = value === null || value === undefined
  if (columnType !== 'String' || isRequired || isDisabled) return null
  if (!isEmptyText && !isNothing) return null
  return (
    <button
      type="button"
      data-tooltip={isEmptyText ? t('makeNothing') : t('makeEmptyText')}
      onClick={() => onChange(isEmptyText ? null : '')}
      className={clsx(
        'shrink-0 rounded-[4px] bg-sunken px-1.5 text-tiny whitespace-nowrap text-muted hover:bg-hover hover:text-text pointer-coarse:min-h-6',
        isNothing && quietClass,
      )}
    >
      {isEmptyText ? t('emptyText') : t('nothing')}
    </button>
  )
}
