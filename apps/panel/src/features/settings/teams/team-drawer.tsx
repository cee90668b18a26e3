import { useTranslations } from 'use-intl'
import type { Member, Named } from '../../../core/settings/people/member.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Drawer, DrawerText } from '../../../ui/drawer.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'

interface TeamDrawerProps {
  readonly id: number
  readonly projectPath: string
  readonly members: readonly Member[]
  readonly onClose: () => void
}

/** Who is in a team. */
export function TeamDrawer({ id, projectPath, members, onClose }: TeamDrawerProps) {
  const t = useTranslations('teams')
  const app = useTranslations('app')
  const links = useSettingsLinks()
  const { data, error, refetch } = useServiceData<Named>(`${projectPath}/teams/${id}`)
  const own = members.filter(({ teams }) => teams.some(team => team.id === id))
  return (
    <Drawer isOpen onClose={onClose} title={data?.name ?? t('team')} closeLabel={app('close')}>
      {error && !data ? (
        <ErrorView error={error} onRetry={() => void refetch()} />
      ) : (
        <DrawerText label={t('people')}>
          <p className="text-muted">{t('count', { count: own.length })}</p>
          <ul className="flex flex-col gap-2">
            {own.map(member => (
              <li key={member.id}>
                <a
                  href={links.build('people', member.id)}
                  className="font-medium wrap-anywhere text-text hover:underline"
                >
                  {formatPersonName(member)}
                </a>
                <span className="block text-small wrap-anywhere text-muted">
                  {member.role.name} · {member.email}
                </span>
              </li>
            ))}
          </ul>
        </DrawerText>
      )}
    </Drawer>
  )
}
