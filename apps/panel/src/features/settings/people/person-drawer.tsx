import { useTranslations } from 'use-intl'
import type { Member, Named } from '../../../core/settings/people/member.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Drawer, DrawerBody } from '../../../ui/drawer.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { PersonFacts } from './person-facts.js'
import { PersonForm } from './person-form.js'

interface PersonDrawerProps {
  readonly id: number
  readonly projectPath: string
  readonly members: readonly Member[] | undefined
  readonly teams: readonly Named[] | undefined
  /** Undefined for those who may not change anybody. */
  readonly roles: readonly Named[] | undefined
  readonly isAdmin: boolean
  readonly onClose: () => void
}

/** One member of the project: admins change them, others read. */
export function PersonDrawer(props: PersonDrawerProps) {
  const { id, projectPath, members, teams, roles, isAdmin, onClose } = props
  const t = useTranslations('people')
  const app = useTranslations('app')
  const { data, error, refetch } = useServiceData<Member>(`${projectPath}/people/${id}`)
  const known = data ?? members?.find(each => each.id === id)
  if (data && members && isAdmin && teams && roles) {
    const parts = { member: data, projectPath, members, teams, roles }
    return <PersonForm key={id} {...parts} onClose={onClose} />
  }
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={known ? formatPersonName(known) : t('person')}
      subject={known?.email}
      closeLabel={app('close')}
    >
      {error && !data ? (
        <ErrorView error={error} onRetry={() => void refetch()} />
      ) : data && !isAdmin ? (
        <PersonFacts member={data} />
      ) : (
        <DrawerBody>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </DrawerBody>
      )}
    </Drawer>
  )
}
