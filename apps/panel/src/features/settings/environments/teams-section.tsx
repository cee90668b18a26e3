import { useTranslations } from 'use-intl'
import { formatAddress } from '../../../core/places/address.js'
import { getPlaceNames } from '../../../core/places/find-place.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { SettingsSection } from '../parts/settings-section.js'
import { type SettingsColumn, SettingsTable } from '../parts/settings-table.js'

interface Rendering {
  readonly id: number
  readonly team: { readonly id: number; readonly name: string }
}

/** The teams that see an environment, with the ids by which agents and logs name what each of them sees. */
export function TeamsSection({ path }: { readonly path: string }) {
  const t = useTranslations('environments.teams')
  const address = `${path}/renderings`
  const { data, error, refetch } = useServiceData<{ readonly data: readonly Rendering[] }>(address)
  const columns: readonly SettingsColumn<Rendering>[] = [
    { key: 'team', label: t('team'), show: rendering => <TeamName rendering={rendering} /> },
    { key: 'id', label: t('rendering'), isNumber: true, show: ({ id }) => <code>{id}</code> },
  ]
  return (
    <SettingsSection title={t('title')} hint={t('hint')}>
      <SettingsTable
        label={t('title')}
        columns={columns}
        rows={data?.data}
        getKey={({ id }) => id}
        empty={{ title: t('none') }}
        error={error}
        onRetry={() => void refetch()}
      />
    </SettingsSection>
  )
}

/** Leads to what the team sees, for those who are in it. */
function TeamName({ rendering: { id, team } }: { readonly rendering: Rendering }) {
  const { boot, place } = usePlace()
  const { project } = place
  const environment = project.environments.find(({ teams }) =>
    teams.some(({ renderingId }) => renderingId === id),
  )
  const own = environment?.teams.find(({ renderingId }) => renderingId === id)
  if (!environment || !own) return <span className="font-medium wrap-anywhere">{team.name}</span>
  const names = getPlaceNames(boot.projects, { project, environment, team: own })
  return (
    <a
      href={formatAddress({ ...names, screen: { kind: 'home' } })}
      className="font-medium wrap-anywhere text-text hover:underline"
    >
      {team.name}
    </a>
  )
}
