import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../data/api-error.js'
import { usePlace } from '../../../data/place-context.js'
import {
  useEnvironments,
  useRights,
  useUploadedCollections,
  useUploadedSchema,
} from '../../../data/settings/use-rights.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/select.js'
import { SettingsPage } from '../parts/settings-page.js'
import { OverviewDialog } from './overview-dialog.js'
import { RightsEditor } from './rights-editor.js'
import { CopyDialog, RoleDialog } from './role-dialogs.js'

/** Roles, and what each of them may do in an environment. */
export default function RolesScreen() {
  const t = useTranslations('roles')
  const here = usePlace().place.environment
  const [environmentId, setEnvironmentId] = useState(here.id)
  const [roleId, setRoleId] = useState<number>()
  const [opened, setOpened] = useState<'new' | 'copy' | 'overview'>()
  const environments = useEnvironments()
  const rights = useRights(environmentId)
  const schema = useUploadedSchema(environmentId)
  const collections = useUploadedCollections(environmentId, schema.data)
  const all = environments.data?.data ?? [{ ...here, rights: 'enforced' as const }]
  const environment = all.find(({ id }) => id === environmentId)
  // An agent that never uploaded its schema is no error: its notice says so.
  const isMissing = schema.error instanceof ApiError && schema.error.status === 404
  const failed = [rights, isMissing ? rights : schema].find(({ error, data }) => error && !data)
  const close = () => setOpened(undefined)
  return (
    <SettingsPage
      isWide
      title={t('title')}
      hint={t('hint')}
      buttons={
        <>
          <Select
            label={t('environment')}
            value={String(environmentId)}
            onChange={value => setEnvironmentId(Number(value))}
          >
            {all.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {all.length > 1 ? (
            <>
              <Button onClick={() => setOpened('overview')}>{t('overview.title')}</Button>
              <Button onClick={() => setOpened('copy')}>{t('copyOpen')}</Button>
            </>
          ) : null}
          <Button onClick={() => setOpened('new')}>{t('new')}</Button>
        </>
      }
    >
      {failed ? <ErrorView error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {!failed && rights.data && environment && (schema.data || schema.error) ? (
        <RightsEditor
          key={environmentId}
          environment={environment}
          stored={rights.data}
          subject={{ schema: schema.data, collections }}
          roleId={roleId}
          onChooseRole={setRoleId}
          onReload={async () => (await rights.refetch()).data?.data ?? []}
        />
      ) : null}
      {opened === 'new' ? <RoleDialog onDone={role => setRoleId(role.id)} onClose={close} /> : null}
      {opened === 'overview' ? (
        <OverviewDialog
          environments={all}
          onChoose={(environment, role) => {
            setEnvironmentId(environment)
            setRoleId(role)
            close()
          }}
          onClose={close}
        />
      ) : null}
      {opened === 'copy' && environment ? (
        <CopyDialog environment={environment} environments={all} onDone={close} onClose={close} />
      ) : null}
    </SettingsPage>
  )
}
