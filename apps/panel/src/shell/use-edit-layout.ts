import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '../core/places/find-place.js'
import { setLayoutEditing } from '../data/layout-editing.js'
import { usePlace } from '../data/place-context.js'
import { type PanelCommand, useCommands } from './commands.js'

/** Whether the person may change how the team sees its data. */
export const mayEditLayout = ({ project }: Place): boolean =>
  project.permissionLevel !== 'user' && project.permissionLevel !== 'manager'

/** Begins to edit the layout of a place. */
export const editLayout = ({ team }: Place): void =>
  setLayoutEditing({ renderingId: team.renderingId })

/** Offers to edit the layout in the palette. */
export function useEditLayout(): void {
  const t = useTranslations('shell')
  const { place } = usePlace()
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        mayEditLayout(place)
          ? [
              {
                id: 'editLayout',
                title: t('editLayout'),
                group: 'anywhere',
                run: () => editLayout(place),
              },
            ]
          : [],
      [place, t],
    ),
  )
}
