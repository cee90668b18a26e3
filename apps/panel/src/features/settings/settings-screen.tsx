import { clsx } from 'clsx'
import { LockKeyhole } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { hasLevel } from '../../core/settings/has-level.js'
import { usePlace } from '../../data/place-context.js'
import { NotFound } from '../../shell/not-found.js'
import { PartBoundary } from '../../shell/part-boundary.js'
import { useAddress } from '../../shell/use-address.js'
import { Empty } from '../../ui/empty.js'
import { type Area, areaGroups } from './areas.js'

const allAreas: readonly Area[] = areaGroups.flatMap(({ areas }): readonly Area[] => areas)

/** The settings: the areas that the person may open, and one of them. */
export default function SettingsScreen() {
  const { screen } = useAddress()
  const path = screen.kind === 'settings' ? (screen.area ?? 'profile') : undefined
  const area = allAreas.find(each => each.path === path)
  if (!area) return <NotFound />
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <Navigation current={area} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PartBoundary key={area.path}>
          <OpenArea area={area} />
        </PartBoundary>
      </div>
    </div>
  )
}

function OpenArea({ area: { level, Screen } }: { readonly area: Area }) {
  const t = useTranslations('settings')
  const app = useTranslations('app')
  const { project } = usePlace().place
  if (!hasLevel(project.permissionLevel, level)) {
    return (
      <Empty
        icon={<LockKeyhole size={18} aria-hidden="true" />}
        title={t('needsLevel', { level })}
        hint={t('needsLevelHint')}
      />
    )
  }
  return (
    <Suspense fallback={<p className="appear-late p-4 text-muted">{app('loading')}</p>}>
      <Screen />
    </Suspense>
  )
}

function Navigation({ current }: { readonly current: Area }) {
  const t = useTranslations('settings')
  const { names, place } = usePlace()
  const level = place.project.permissionLevel
  return (
    <nav
      aria-label={t('areas')}
      className="relative shrink-0 overflow-auto border-line px-2 py-3 max-md:flex max-md:border-b max-md:py-1 md:w-[212px] md:border-r"
    >
      {areaGroups.map(({ name, areas }) => {
        const open = areas.filter(area => hasLevel(level, area.level))
        if (open.length === 0) return null
        return (
          <section key={name} aria-labelledby={`settings-${name}`} className="md:mb-4">
            <h2
              id={`settings-${name}`}
              className="px-2 pb-1 text-small font-medium text-faint max-md:sr-only"
            >
              {t(`groups.${name}`)}
            </h2>
            <ul className="max-md:flex">
              {open.map(area => (
                <li key={area.path}>
                  <a
                    href={formatAddress({
                      ...names,
                      screen: { kind: 'settings', area: area.path },
                    })}
                    aria-current={area.path === current.path ? 'page' : undefined}
                    className={clsx(
                      'flex h-7 items-center rounded-control px-2 whitespace-nowrap pointer-coarse:h-11',
                      area.path === current.path
                        ? 'bg-selected font-medium text-text'
                        : 'text-muted hover:bg-hover hover:text-text',
                    )}
                  >
                    {t(`area.${area.name}`)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
