import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  listSegmentViews,
  type SegmentDraft,
  type SqlSegment,
  startSegment,
} from '../../../core/settings/segment-draft.js'
import { formatDate } from '../../../core/text/format-date.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useDateStyle } from '../../../data/use-date-style.js'
import { useSchema } from '../../../data/use-schema.js'
import { useViews } from '../../../data/use-views.js'
import { Button, IconButton } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { SegmentForm } from './segment-form.js'

type Open =
  | { readonly kind: 'form'; readonly segment?: SqlSegment }
  | { readonly kind: 'delete'; readonly segment: SqlSegment }

/** The segments of the team that are queries in SQL. */
export default function SegmentsScreen() {
  const t = useTranslations('segments')
  const { place } = usePlace()
  const { project, environment, team } = place
  const path = `/api/projects/${project.id}/environments/${environment.id}/teams/${team.id}/segments`
  const { data, error, refetch } = useServiceData<{ readonly data: readonly SqlSegment[] }>(path)
  const { data: model } = useSchema()
  const { views } = useViews()
  const style = useDateStyle()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { save, remove } = useSegmentChanges(path)
  const connections = model?.connections ?? []
  const label = (name: string) => model?.collections.get(name)?.label ?? name
  const add = (
    <Button
      look="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      disabled={connections.length === 0}
      onClick={() => setOpen({ kind: 'form' })}
    >
      {t('add')}
    </Button>
  )
  return (
    <SettingsPage
      isWide
      title={t('title')}
      hint={t('hint', { team: team.name, environment: environment.name })}
      buttons={add}
    >
      {model && connections.length === 0 ? (
        <p className="mb-3 rounded-card bg-sunken px-3 py-2 text-muted">{t('noConnections')}</p>
      ) : null}
      <SettingsTable
        label={t('title')}
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        getKey={({ id }) => id}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        columns={[
          { key: 'name', label: t('name'), show: ({ name }) => name },
          {
            key: 'collection',
            label: t('collection'),
            show: ({ collectionName }) => label(collectionName),
          },
          {
            key: 'connection',
            label: t('connection'),
            isWideOnly: true,
            show: ({ connectionName }) => connectionName,
          },
          {
            key: 'uses',
            label: t('usedBy'),
            isWideOnly: true,
            show: segment => listSegmentViews(segment, views).join(', ') || t('unused'),
          },
          {
            key: 'updatedAt',
            label: t('changed'),
            isWideOnly: true,
            show: ({ updatedAt }) => formatDate(updatedAt, style),
          },
        ]}
        buttons={{
          label: t('change'),
          show: segment => (
            <>
              <IconButton
                label={t('editOne', { name: segment.name })}
                onClick={() => setOpen({ kind: 'form', segment })}
              >
                <Pencil size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('deleteOne', { name: segment.name })}
                onClick={() => setOpen({ kind: 'delete', segment })}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            </>
          ),
        }}
      />
      {open?.kind === 'form' && model ? (
        <SegmentForm
          title={open.segment ? t('editOne', { name: open.segment.name }) : t('add')}
          first={open.segment ?? startSegment(connections)}
          model={model}
          onSave={draft => save(draft, open.segment?.id)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('deleteOne', { name: open.segment.name })}
          hint={t('deleteHint', { count: listSegmentViews(open.segment, views).length })}
          confirmLabel={t('delete')}
          onConfirm={() => remove(open.segment.id)}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}

function useSegmentChanges(path: string) {
  const paths = [path]
  const save = useServiceChange(
    useCallback(
      ({ name, collectionName, connectionName, query }: SegmentDraft, id: number | undefined) => {
        const body = { name, collectionName, connectionName, query }
        return id === undefined
          ? request('POST', path, body)
          : request('PUT', `${path}/${id}`, body)
      },
      [path],
    ),
    paths,
  )
  const remove = useServiceChange(
    useCallback((id: number) => request('DELETE', `${path}/${id}`), [path]),
    paths,
  )
  return { save, remove }
}
