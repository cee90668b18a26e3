import { useTranslations } from 'use-intl'
import type { Named } from '../../../core/settings/people/member.js'
import { request } from '../../../data/service-api.js'
import { useAllPages } from '../../../data/settings/use-all-members.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { type TeamContents, useTeamContents } from '../../../data/settings/use-team-contents.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { useReloadedPlace } from '../parts/use-reloaded-place.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'

interface DeleteTeamDialogProps {
  readonly team: Named
  readonly projectPath: string
  /** How many people are in it. */
  readonly people: number
  readonly isLast: boolean
  readonly onClose: () => void
}

interface InvitationTeams {
  readonly teams: readonly Named[]
  readonly isExpired: boolean
}

/** Deletes a team that nobody is in, and says what would be lost; otherwise says why it stays. */
export function DeleteTeamDialog(props: DeleteTeamDialogProps) {
  const { team, projectPath, people, isLast, onClose } = props
  const t = useTranslations('teams')
  const app = useTranslations('app')
  const links = useSettingsLinks()
  const { data: invitations = [] } = useAllPages<InvitationTeams>(`${projectPath}/invitations`)
  const { data: contents } = useTeamContents(projectPath, team.id)
  const reloadPlace = useReloadedPlace()
  const teams = `${projectPath}/teams`
  const path = `${teams}/${team.id}`
  const remove = useServiceChange(() => request('DELETE', path), [teams], path)
  const invited = invitations.filter(
    ({ teams, isExpired }) => !isExpired && teams.some(({ id }) => id === team.id),
  ).length

  if (isLast || people + invited > 0) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('deleteTitle', { name: team.name })}
        closeLabel={app('close')}
      >
        <div className="flex flex-col gap-3 p-4">
          {isLast ? <p>{t('isLast')}</p> : null}
          {people > 0 ? <p>{t('hasPeople', { count: people })}</p> : null}
          {invited > 0 ? <p>{t('hasInvitations', { count: invited })}</p> : null}
          <footer className="flex flex-wrap justify-end gap-2">
            {people + invited > 0 ? (
              <a
                href={`${links.build('people')}?team=${team.id}`}
                className="inline-flex h-8 items-center rounded-control border border-line px-3 text-form font-medium hover:bg-hover pointer-coarse:h-11"
              >
                {t('showPeople')}
              </a>
            ) : null}
            <Button size="form" look="primary" onClick={onClose}>
              {app('close')}
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: team.name })}
      hint={
        <div className="flex flex-col gap-2">
          <p>{t('deleteHint')}</p>
          {contents ? <Losses contents={contents} /> : null}
        </div>
      }
      confirmLabel={t('delete')}
      typed={team.name}
      onConfirm={async () => {
        await remove()
        await reloadPlace()
      }}
      onClose={onClose}
    />
  )
}

function Losses({ contents }: { readonly contents: TeamContents }) {
  const t = useTranslations('teams.lost')
  const lost = (Object.keys(contents) as (keyof TeamContents)[]).filter(kind => contents[kind] > 0)
  if (lost.length === 0) return <p className="text-muted">{t('nothing')}</p>
  return (
    <ul className="list-disc pl-5">
      {lost.map(kind => (
        <li key={kind}>{t(kind, { count: contents[kind] })}</li>
      ))}
    </ul>
  )
}
