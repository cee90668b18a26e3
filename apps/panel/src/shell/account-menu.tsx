import { useTranslations } from 'use-intl'
import { formatPersonName } from '../core/text/format-person-name.js'
import { usePlace } from '../data/place-context.js'
import { loadOnDemand } from '../ui/on-demand.js'

const Popup = loadOnDemand('menu', () => import('./account-menu-popup.js'))

export function AccountMenu() {
  const t = useTranslations('shell')
  const name = formatPersonName(usePlace().boot.user)
  return (
    <Popup
      trigger={
        <button
          type="button"
          className="flex items-center justify-center rounded-full pointer-coarse:size-11"
        >
          <span
            aria-hidden="true"
            className="flex size-7 items-center justify-center rounded-full bg-selected text-tiny font-semibold text-text"
          >
            {initials(name)}
          </span>
          <span className="sr-only">{t('account', { name })}</span>
        </button>
      }
    />
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(word => word !== '')
  return words
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('')
}
