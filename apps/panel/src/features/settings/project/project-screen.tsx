import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../../core/places/address.js'
import { hasLevel, type PermissionLevel } from '../../../core/settings/has-level.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { NameDialog } from '../parts/name-dialog.js'
import { SecretDialog } from '../parts/secret-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'
import { useLeavePlace, useReloadedPlace } from '../parts/use-reloaded-place.js'

interface Project {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  readonly permissionLevel: PermissionLevel
}

interface NewProject extends Project {
  readonly environment: { readonly name: string; readonly secret: string }
}

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly project: NewProject }
  | { readonly kind: 'rename' }
  | { readonly kind: 'delete' }

const list = '/api/projects'
const paths = [list]

/** The project itself, and the other projects of the person. */
export default function ProjectScreen() {
  const t = useTranslations('project')
  const { place } = usePlace()
  const path = `${list}/${place.project.id}`
  const isAdmin = hasLevel(place.project.permissionLevel, 'admin')
  const { data: account } = useServiceData<{ readonly isOwner: boolean }>('/api/me')
  const { data: project } = useServiceData<Project>(path)
  const isOwner = account?.isOwner ?? false
  const reloadPlace = useReloadedPlace()
  const leavePlace = useLeavePlace()
  const create = useServiceChange(
    (name: string) => request<NewProject>('POST', list, { name }),
    paths,
  )
  const rename = useServiceChange((name: string) => request('PATCH', path, { name }), paths)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const taken = ['project_name_taken', t('nameTaken')] as const
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      <SettingsSection
        title={place.project.name}
        hint={
          project ? (
            <>
              {t('created')} <Moment value={project.createdAt} />
            </>
          ) : undefined
        }
        buttons={
          isAdmin && isOwner ? (
            <Button onClick={() => setOpened({ kind: 'rename' })}>{t('rename')}</Button>
          ) : undefined
        }
      >
        {isAdmin && account && !isOwner ? <p className="text-muted">{t('renameOwners')}</p> : null}
      </SettingsSection>
      <ProjectList
        isOwner={isOwner}
        currentId={place.project.id}
        onCreate={() => setOpened({ kind: 'create' })}
      />
      {isAdmin ? (
        <SettingsSection title={t('delete')} hint={t('deleteHint')}>
          <Button look="danger" size="form" onClick={() => setOpened({ kind: 'delete' })}>
            {t('deleteButton')}
          </Button>
        </SettingsSection>
      ) : null}
      {opened?.kind === 'create' ? (
        <NameDialog
          title={t('create')}
          submitLabel={t('create')}
          label={t('name')}
          help={t('createHint')}
          taken={taken}
          onSubmit={async name => {
            const made = await create(name)
            await reloadPlace()
            setOpened({ kind: 'created', project: made })
          }}
          onClose={() => setOpened(now => (now?.kind === 'create' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'created' ? (
        <SecretDialog
          title={t('createdTitle', { name: opened.project.name })}
          label={t('secret', { environment: opened.project.environment.name })}
          value={opened.project.environment.secret}
          onClose={close}
        >
          <p>{t('createdHint')}</p>
        </SecretDialog>
      ) : null}
      {opened?.kind === 'rename' ? (
        <NameDialog
          title={t('renameTitle')}
          submitLabel={t('rename')}
          label={t('name')}
          name={place.project.name}
          help={t('renameHint')}
          taken={taken}
          onSubmit={async name => {
            await rename(name)
            await reloadPlace({ project: name })
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('deleteTitle', { name: place.project.name })}
          hint={
            <ul className="list-disc pl-5">
              <li>{t('lost.access')}</li>
              <li>{t('lost.tokens')}</li>
              <li>{t('lost.agents', { count: place.project.environments.length })}</li>
              <li>{t('lost.stays')}</li>
            </ul>
          }
          confirmLabel={t('deleteButton')}
          typed={place.project.name}
          onConfirm={async () => {
            await request('DELETE', path)
            await leavePlace()
          }}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}

interface ProjectListProps {
  readonly isOwner: boolean
  readonly currentId: number
  readonly onCreate: () => void
}

function ProjectList({ isOwner, currentId, onCreate }: ProjectListProps) {
  const t = useTranslations('project')
  const people = useTranslations('people')
  const { data, error, refetch } = useServiceData<{ readonly data: readonly Project[] }>(list)
  return (
    <SettingsSection
      title={t('yours')}
      hint={isOwner ? undefined : t('onlyOwners')}
      buttons={
        isOwner ? (
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={onCreate}>
            {t('create')}
          </Button>
        ) : undefined
      }
    >
      <SettingsTable
        label={t('yours')}
        rows={data?.data}
        getKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('yours') }}
        columns={[
          {
            key: 'name',
            label: t('name'),
            show: ({ id, name }) => (
              <>
                <a
                  href={formatAddress({ project: String(id), screen: { kind: 'home' } })}
                  className="font-medium wrap-anywhere text-text hover:underline"
                >
                  {name}
                </a>
                {id === currentId ? <span className="text-muted"> {t('current')}</span> : null}
              </>
            ),
          },
          {
            key: 'level',
            label: t('level'),
            show: ({ permissionLevel }) => people(`levels.${permissionLevel}`),
          },
          {
            key: 'created',
            label: t('createdColumn'),
            isWideOnly: true,
            show: ({ createdAt }) => <Moment value={createdAt} />,
          },
        ]}
      />
    </SettingsSection>
  )
}
