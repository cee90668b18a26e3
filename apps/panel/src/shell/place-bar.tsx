import { ChevronsUpDown, Menu as MenuIcon, Search } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../data/place-context.js'
import { Button, IconButton } from '../ui/button.js'
import { Kbd } from '../ui/kbd.js'
import { loadOnDemand } from '../ui/on-demand.js'
import { AccountMenu } from './account-menu.js'
import { formatKeys } from './format-keys.js'
import { NewsSlot } from './news-slot.js'

const Popup = loadOnDemand('menu', () => import('./place-menu-popup.js'))

interface PlaceBarProps {
  readonly onOpenNavigation: () => void
  readonly onOpenPalette: () => void
}

/** The top of every screen: where the person is, the palette, and their account. */
export const PlaceBar = memo(function PlaceBar({ onOpenNavigation, onOpenPalette }: PlaceBarProps) {
  const t = useTranslations('shell')
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-bg px-2 sm:px-3 pointer-coarse:h-14">
      <span className="sm:hidden">
        <IconButton label={t('openNavigation')} onClick={onOpenNavigation}>
          <MenuIcon size={16} aria-hidden="true" />
        </IconButton>
      </span>
      <PlaceMenu />
      <div className="flex min-w-0 flex-1 justify-end sm:justify-center">
        <button
          type="button"
          onClick={onOpenPalette}
          className="flex h-7 items-center gap-2 rounded-control text-faint hover:text-muted sm:w-full sm:max-w-90 sm:border sm:border-line sm:bg-surface sm:px-2 pointer-coarse:h-11 max-sm:px-3"
        >
          <Search size={14} aria-hidden="true" />
          <span className="flex-1 truncate text-left max-sm:sr-only">{t('search')}</span>
          <span className="hidden sm:inline">
            <Kbd keys={formatKeys('mod+k')} />
          </span>
        </button>
      </div>
      <NewsSlot />
      <AccountMenu />
    </header>
  )
})

function PlaceMenu() {
  const t = useTranslations('places')
  const { project, environment, team } = usePlace().place
  return (
    <Popup
      trigger={
        <Button look="ghost">
          <span className="sr-only">{t('change')}</span>
          <span className="flex min-w-0 items-center gap-1.5 text-text">
            <span className="truncate font-semibold">{project.name}</span>
            <span aria-hidden="true" className="text-faint max-sm:hidden">
              /
            </span>
            <span className="inline-flex items-center gap-1.5 max-sm:hidden">
              <EnvironmentDot kind={environment.kind} />
              {environment.name}
            </span>
            <span aria-hidden="true" className="text-faint max-sm:hidden">
              /
            </span>
            <span className="truncate max-sm:hidden">{team.name}</span>
            <ChevronsUpDown size={12} aria-hidden="true" className="text-faint" />
          </span>
        </Button>
      }
    />
  )
}

const dots = { production: 'bg-danger', staging: 'bg-warning', development: 'bg-info' }

function EnvironmentDot({ kind }: { readonly kind: keyof typeof dots }) {
  return <span aria-hidden="true" className={`size-1.5 rounded-full ${dots[kind]}`} />
}
