import { useTranslations } from 'use-intl'
import { summariseRights } from '../../../core/rights/summarise-rights.js'
import {
  type EnvironmentRights,
  type ProjectEnvironment,
  useAllRights,
} from '../../../data/settings/use-rights.js'
import { Dialog } from '../../../ui/dialog.js'
import { type SettingsColumn, SettingsTable } from '../parts/settings-table.js'

interface OverviewDialogProps {
  readonly environments: readonly ProjectEnvironment[]
  /** Opens the rights of a role in an environment. */
  readonly onChoose: (environmentId: number, roleId: number) => void
  readonly onClose: () => void
}

interface RoleRow {
  readonly id: number
  readonly name: string
}

/** What each role may do in each environment, in a few words. */
export function OverviewDialog({ environments, onChoose, onClose }: OverviewDialogProps) {
  const t = useTranslations('roles')
  const app = useTranslations('app')
  const { rights, error, refetch } = useAllRights(environments)
  const isComplete = environments.every(({ id }) => rights.has(id))
  const roles = isComplete ? [...rights.values()][0]?.data.map(({ role }) => role) : undefined
  const columns: readonly SettingsColumn<RoleRow>[] = [
    { key: 'role', label: t('role'), show: ({ name }) => name },
    ...environments.map(({ id, name }) => ({
      key: String(id),
      label: name,
      show: (role: RoleRow) => (
        <RightsCell
          label={t('overview.open', { role: role.name, environment: name })}
          stored={rights.get(id)}
          roleId={role.id}
          onOpen={() => onChoose(id, role.id)}
        />
      ),
    })),
  ]
  return (
    <Dialog isOpen onClose={onClose} title={t('overview.title')} closeLabel={app('close')}>
      <div className="max-h-[70dvh] overflow-y-auto p-4">
        <p className="mb-3 text-muted">{t('overview.hint')}</p>
        <SettingsTable
          label={t('overview.title')}
          columns={columns}
          rows={roles}
          getKey={({ id }) => id}
          empty={{ title: t('overview.none') }}
          error={error}
          onRetry={refetch}
        />
      </div>
    </Dialog>
  )
}

interface RightsCellProps {
  readonly label: string
  readonly stored: EnvironmentRights | undefined
  readonly roleId: number
  readonly onOpen: () => void
}

function RightsCell({ label, stored, roleId, onOpen }: RightsCellProps) {
  const t = useTranslations('roles.overview')
  const own = stored?.data.find(({ role }) => role.id === roleId)
  if (!stored || !own) return null
  const { byDefault, ownCount } = summariseRights(own.rights)
  const words =
    stored.rights === 'open' ? t('everybody') : t('rights', { byDefault, count: ownCount })
  return (
    <button
      type="button"
      aria-label={`${words}. ${label}`}
      onClick={onOpen}
      className="rounded-control px-1 text-left hover:bg-selected pointer-coarse:min-h-11"
    >
      {words}
    </button>
  )
}
