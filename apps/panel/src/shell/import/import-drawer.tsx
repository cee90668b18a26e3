import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { findImportSession } from '../../data/import-session.js'
import { usePlace } from '../../data/place-context.js'
import { Drawer } from '../../ui/drawer.js'
import { MapView } from './map-view.js'
import { PickView } from './pick-view.js'
import { ProgressView } from './progress-view.js'

interface ImportDrawerProps {
  readonly collection: CollectionModel
  readonly onClose: () => void
}

/** Imports a CSV file: choose it, map its columns, check its rows, write them. */
export default function ImportDrawer({ collection, onClose }: ImportDrawerProps) {
  const t = useTranslations('import')
  const { agent, place, timezone } = usePlace()
  const client = useQueryClient()
  const language = useLocale()
  const { renderingId } = place.team
  const session = useMemo(
    () => findImportSession({ collection, renderingId, agent, client, timezone, language }),
    [collection, renderingId, agent, client, timezone, language],
  )
  const state = useSyncExternalStore(session.subscribe, session.getState)
  const view = { session, state, collection, onClose }
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={t('title', { name: collection.label })}
      subject={state.file?.name}
      closeLabel={t('close')}
      step={state.step}
    >
      {state.step === 'pick' ? <PickView {...view} /> : null}
      {state.step === 'map' ? <MapView {...view} /> : null}
      {state.step === 'check' || state.step === 'run' ? <ProgressView {...view} /> : null}
    </Drawer>
  )
}
