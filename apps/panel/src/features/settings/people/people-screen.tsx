import { UserPlus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { filterMembers } from '../../../core/settings/people/filter-members.js'
import { usePlace } from '../../../data/place-context.js'
import { useAllMembers } from '../../../data/settings/use-all-members.js'
import { useToasts } from '../../../shell/toasts.js'
import { Button } from '../../../ui/button.js'
import { SecretDialog } from '../parts/secret-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { GroupDialog } from './group-dialog.js'
import type { Invitation } from './invitation.js'
import { InvitationsSection } from './invitations-section.js'
import { InviteDialog } from './invite-dialog.js'
import { PeopleTable } from './people-table.js'
import { PeopleToolbar } from './people-toolbar.js'
import { PersonDrawer } from './person-drawer.js'
import { SelectionBar } from './selection-bar.js'
import { usePeopleAddress } from './use-people-address.js'
import { useProjectParts } from './use-project-parts.js'

type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly invitation: Invitation; readonly url: string }
  | { readonly kind: 'group' }

const nobody: ReadonlySet<number> = new Set()

/** The people of a project: who they are, what they may do, and who is invited. */
export default function PeopleScreen() {
  const t = useTranslations('people')
  const language = useLocale()
  const { show } = useToasts()
  const { project } = usePlace().place
  const { projectPath, isAdmin, teams, roles } = useProjectParts()
  const address = usePeopleAddress()
  const { data: members, error, refetch } = useAllMembers(project.id)
  const [selected, setSelected] = useState(nobody)
  const [opened, setOpened] = useState<Opened>()
  const filter = useDeferredValue(address.filter)
  const found = useMemo(
    () => members && filterMembers(members, filter, language),
    [members, filter, language],
  )
  const chosen = useMemo(
    () => members?.filter(({ id }) => selected.has(id)) ?? [],
    [members, selected],
  )
  const close = () => setOpened(undefined)

  function finishInvitation(invitation: Invitation) {
    if (invitation.url) return setOpened({ kind: 'link', invitation, url: invitation.url })
    show({ kind: 'success', text: t('invite.mailed', { email: invitation.email }) })
    return close()
  }

  return (
    <SettingsPage
      isWide
      title={t('title')}
      hint={members ? t('count', { count: members.length, project: project.name }) : undefined}
      buttons={
        isAdmin ? (
          <Button
            look="primary"
            size="form"
            icon={<UserPlus size={14} aria-hidden="true" />}
            disabled={!members || !teams || !roles}
            onClick={() => setOpened({ kind: 'invite' })}
          >
            {t('invite.button')}
          </Button>
        ) : undefined
      }
    >
      <PeopleToolbar address={address} members={members ?? []} teams={teams ?? []} />
      {isAdmin && found && found.length > 0 ? (
        <SelectionBar
          shown={found}
          selected={selected}
          onChange={setSelected}
          onEdit={() => setOpened({ kind: 'group' })}
        />
      ) : null}
      <div className="mb-8">
        <PeopleTable
          address={address}
          members={found}
          isFiltered={Object.keys(address.filter).length > 0}
          error={error}
          onRetry={() => void refetch()}
          {...(isAdmin && { selection: { ids: selected, onChange: setSelected } })}
        />
      </div>
      {isAdmin ? <InvitationsSection projectPath={projectPath} /> : null}
      {address.id === undefined ? null : (
        <PersonDrawer
          id={address.id}
          projectPath={projectPath}
          members={members}
          teams={teams}
          roles={roles}
          isAdmin={isAdmin}
          onClose={address.close}
        />
      )}
      {opened?.kind === 'invite' && members && teams && roles ? (
        <InviteDialog
          projectPath={projectPath}
          roles={roles}
          teams={teams}
          members={members}
          onInvited={finishInvitation}
          onClose={() => setOpened(now => (now?.kind === 'invite' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'link' ? (
        <SecretDialog
          title={t('invite.doneTitle')}
          label={t('invite.link')}
          value={opened.url}
          onClose={close}
        >
          <p>{t('invite.doneHint', { email: opened.invitation.email })}</p>
          <p className="text-small text-muted">{t('invite.unverified')}</p>
        </SecretDialog>
      ) : null}
      {opened?.kind === 'group' && members && teams && roles ? (
        <GroupDialog
          members={members}
          chosen={chosen}
          teams={teams}
          roles={roles}
          onDone={(changed, failed) => {
            setSelected(new Set(failed.map(({ member }) => member.id)))
            show({ kind: 'success', text: t('group.done', { count: changed }) })
          }}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}
