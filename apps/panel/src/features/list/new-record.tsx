import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { startCreate } from '../../core/record/draft.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { type PanelCommand, useCommands } from '../../shell/commands.js'
import { formatKeys } from '../../shell/format-keys.js'
import { Button } from '../../ui/button.js'
import { useRecordDialogs } from '../../widgets/record-dialogs.js'

interface NewRecordProps {
  readonly collection: CollectionModel
  /** Shows the record that was created. */
  readonly onCreated: (id: string) => void
}

/** Creates a record of the list, by the button or by its key; absent for those who may not. */
export function NewRecord({ collection, onCreated }: NewRecordProps) {
  const t = useTranslations('list')
  const { create } = useRecordDialogs()
  const mayCreate = collection.rights.add && collection.createSections.length > 0
  const open = useCallback(
    () =>
      create({
        collection,
        draft: startCreate(collection),
        onCreated: ({ id }) => onCreated(id),
      }),
    [create, collection, onCreated],
  )
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        mayCreate
          ? [
              {
                id: 'list create',
                title: t('newOf', { name: collection.label }),
                group: 'list',
                shortcut: 'c',
                run: open,
              },
            ]
          : [],
      [mayCreate, open, collection.label, t],
    ),
  )
  if (!mayCreate) return null
  return (
    <Button
      look="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      keys={formatKeys('c')}
      onClick={open}
    >
      {t('newShort')}
    </Button>
  )
}
