import type { WireCustomization } from '@service/protocol'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { emptyAction, readAction, replaceAction } from '../../../core/settings/codeless-action.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useSchema } from '../../../data/use-schema.js'
import { Button, IconButton } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { ActionForm } from './action-form.js'

interface Customizations {
  readonly actions: readonly WireCustomization[]
}

type Open =
  | { readonly kind: 'form'; readonly action?: WireCustomization }
  | { readonly kind: 'delete'; readonly action: WireCustomization }

/** The actions of an environment that are configured without code. */
export default function CodelessActionsScreen() {
  const t = useTranslations('codelessActions')
  const { project, environment } = usePlace().place
  const path = `/api/projects/${project.id}/environments/${environment.id}/customizations`
  const { data, error, refetch } = useServiceData<Customizations>(path)
  const { data: model } = useSchema()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const replace = useReplace(path)
  const label = (name: string) => model?.collections.get(name)?.label ?? name
  return (
    <SettingsPage
      isWide
      title={t('title')}
      hint={t('hint', { environment: environment.name })}
      buttons={
        <Button
          look="primary"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={!model || !data}
          onClick={() => setOpen({ kind: 'form' })}
        >
          {t('add')}
        </Button>
      }
    >
      <SettingsTable
        label={t('title')}
        rows={data?.actions}
        error={error}
        onRetry={() => void refetch()}
        getKey={({ modelName, name }) => `${modelName} ${name}`}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        columns={[
          { key: 'name', label: t('name'), show: ({ name }) => name },
          { key: 'collection', label: t('collection'), show: each => label(each.modelName) },
          {
            key: 'kind',
            label: t('kind'),
            show: ({ configuration }) => t(`kinds.${configuration.type}`),
          },
          {
            key: 'scope',
            label: t('scope'),
            isWideOnly: true,
            show: ({ configuration }) => t(`scopes.${configuration.scope ?? 'single'}`),
          },
          { key: 'what', label: t('what'), isWideOnly: true, show: describeAction },
        ]}
        buttons={{
          label: t('change'),
          show: action => (
            <>
              <IconButton
                label={t('editOne', { name: action.name })}
                onClick={() => setOpen({ kind: 'form', action })}
              >
                <Pencil size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('deleteOne', { name: action.name })}
                onClick={() => setOpen({ kind: 'delete', action })}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            </>
          ),
        }}
      />
      {open?.kind === 'form' && model ? (
        <ActionForm
          title={open.action ? t('editOne', { name: open.action.name }) : t('add')}
          first={open.action ? readAction(open.action) : emptyAction}
          collections={model.collections}
          onSave={action => replace(open.action, action)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('deleteOne', { name: open.action.name })}
          hint={t('deleteHint')}
          confirmLabel={t('delete')}
          onConfirm={() => replace(open.action, undefined)}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}

/** What an action does, in short: the host of its address, or what it writes. */
function describeAction({ configuration }: WireCustomization): string {
  if (configuration.type === 'webhook') return new URL(configuration.configuration.url).host
  return configuration.configuration.fields
    .map(({ fieldName, value }) => `${fieldName} = ${value}`)
    .join(', ')
}

/** Changes one action. The list is read again before, so that those of others stay. */
function useReplace(path: string) {
  return useServiceChange(
    useCallback(
      async (before: WireCustomization | undefined, after: WireCustomization | undefined) => {
        const { actions } = await request<Customizations>('GET', path)
        return request('PUT', path, { actions: replaceAction(actions, before, after) })
      },
      [path],
    ),
    [path],
  )
}
