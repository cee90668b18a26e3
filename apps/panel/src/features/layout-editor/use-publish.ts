import type { Boot } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { TaggedLayout } from '../../core/layout/layout-draft.js'
import { ApiError } from '../../data/api-error.js'
import { putLayout } from '../../data/layout-api.js'
import { usePlace } from '../../data/place-context.js'
import { bootKey } from '../../data/use-boot.js'
import { useToasts } from '../../shell/toasts.js'
import { getDraft, restartDraft } from './editor-store.js'
import { useOwner } from './use-editor-model.js'

/** Whether somebody else published a layout since this one was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412

/** Publishes the draft, and takes over what others published. */
export function usePublish() {
  const t = useTranslations('layoutEditor')
  const client = useQueryClient()
  const owner = useOwner()
  const { team } = usePlace().place
  const { renderingId } = team
  const { show } = useToasts()

  /** Goes on from what is published now; the screens show it also when the editing has ended. */
  const adopt = useCallback(
    (published: TaggedLayout) => {
      client.setQueryData(['layout', renderingId], published)
      client.setQueryData<Boot>(bootKey, boot =>
        boot?.place?.renderingId === renderingId ? { ...boot, layout: published } : boot,
      )
      restartDraft(published)
    },
    [client, renderingId],
  )

  /** Fails with 412 when somebody else published meanwhile. */
  const publish = useCallback(async () => {
    const draft = getDraft()
    if (!draft) return
    adopt(await putLayout(owner, draft.base.tag, draft.layout))
    show({ text: t('published', { team: team.name }) })
  }, [adopt, owner, show, t, team.name])

  return { publish, adopt }
}
