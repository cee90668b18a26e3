import { useTranslations } from 'use-intl'
import type { Member } from '../../../core/settings/people/member.js'
import { DrawerText } from '../../../ui/drawer.js'
import { LevelBadge } from './level-badge.js'

/** What everybody in a project may know of a member. */
export function PersonFacts({ member }: { readonly member: Member }) {
  const t = useTranslations('people')
  const facts = [
    [t('email'), member.email],
    [t('username'), member.username],
    [t('level'), <LevelBadge key="level" level={member.permissionLevel} />],
    [t('role'), member.role.name],
    [t('teams'), member.teams.map(({ name }) => name).join(', ')],
  ] as const
  return (
    <DrawerText label={t('person')}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">{t('onlyAdmins')}</p>
    </DrawerText>
  )
}
