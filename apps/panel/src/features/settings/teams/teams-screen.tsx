import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasLevel } from '../../../core/settings/has-level.js'
import type { Named } from '../../../core/settings/people/member.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useAllMembers } from '../../../data/settings/use-all-members.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useAddress } from '../../../shell/use-address.js'
import { Button } from '../../../ui/button.js'
import { NameDialog } from '../parts/name-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { useReloadedPlace } from '../parts/use-reloaded-place.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'
import { DeleteTeamDialog } from './delete-team-dialog.js'
import { TeamDrawer } from './team-drawer.js'

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename'; readonly team: Named }
  | { readonly kind: 'delete'; readonly team: Named }

/** The teams of a project, whose members share layouts, views, dashboards and scopes. */
export default function TeamsScreen() {
  const t = useTranslations('teams')
  const { project, team: currentTeam } = usePlace().place
  const projectPath = `/api/projects/${project.id}`
  const path = `${projectPath}/teams`
  const isAdmin = hasLevel(project.permissionLevel, 'admin')
  const links = useSettingsLinks()
  const { screen } = useAddress()
  const { data, error, refetch } = useServiceData<{ readonly data: readonly Named[] }>(path)
  const { data: members = [] } = useAllMembers(project.id)
  const reloadPlace = useReloadedPlace()
  const create = useServiceChange((name: string) => request('POST', path, { name }), [path])
  const rename = useServiceChange(
    (id: number, name: string) => request('PATCH', `${path}/${id}`, { name }),
    [projectPath],
  )
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const taken = ['team_name_taken', t('nameTaken')] as const
  const openedId = screen.kind === 'settings' ? Number(screen.id) : Number.NaN
  const countPeople = ({ id }: Named) =>
    members.filter(({ teams }) => teams.some(team => team.id === id)).length
  return (
    <SettingsPage
      title={t('title')}
      hint={t('hint')}
      buttons={
        isAdmin ? (
          <Button
            look="primary"
            size="form"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'create' })}
          >
            {t('create')}
          </Button>
        ) : undefined
      }
    >
      <SettingsTable
        label={t('title')}
        rows={data?.data}
        getKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none') }}
        columns={[
          {
            key: 'name',
            label: t('name'),
            show: team => (
              <a
                href={links.build('teams', team.id)}
                className="font-medium wrap-anywhere text-text hover:underline"
              >
                {team.name}
              </a>
            ),
          },
          { key: 'people', label: t('people'), isNumber: true, show: countPeople },
        ]}
        {...(isAdmin && {
          buttons: {
            label: t('buttons'),
            show: (team: Named) => (
              <>
                <Button
                  aria-label={t('renameOne', { name: team.name })}
                  onClick={() => setOpened({ kind: 'rename', team })}
                >
                  {t('rename')}
                </Button>
                <Button
                  aria-label={t('deleteOne', { name: team.name })}
                  onClick={() => setOpened({ kind: 'delete', team })}
                >
                  {t('delete')}
                </Button>
              </>
            ),
          },
        })}
      />
      {Number.isInteger(openedId) ? (
        <TeamDrawer
          id={openedId}
          projectPath={projectPath}
          members={members}
          onClose={() => links.go('teams')}
        />
      ) : null}
      {opened?.kind === 'create' ? (
        <NameDialog
          title={t('create')}
          submitLabel={t('create')}
          label={t('name')}
          help={t('createHint')}
          taken={taken}
          onSubmit={create}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'rename' ? (
        <NameDialog
          title={t('renameTitle', { name: opened.team.name })}
          submitLabel={t('rename')}
          label={t('name')}
          name={opened.team.name}
          help={t('renameHint')}
          taken={taken}
          onSubmit={async name => {
            await rename(opened.team.id, name)
            await reloadPlace(opened.team.id === currentTeam.id ? { team: name } : {})
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'delete' ? (
        <DeleteTeamDialog
          team={opened.team}
          projectPath={projectPath}
          people={countPeople(opened.team)}
          isLast={data?.data.length === 1}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}
