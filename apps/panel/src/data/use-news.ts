import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { NewsPlace } from '../core/live/news.js'
import { applyNews } from './apply-news.js'
import { followNews } from './events.js'
import { usePlace } from './place-context.js'
import { useSessionState } from './session-state.js'
import { watchSignIn } from './sign-in-again.js'

/** Keeps what is shown up to date with what the service tells, while the person is signed in. */
export function useNews(): void {
  const client = useQueryClient()
  const { isEnded, isAnnounced } = useSessionState()
  const { project, environment, team } = usePlace().place
  const place = useMemo(
    (): NewsPlace => ({
      projectId: project.id,
      environmentId: environment.id,
      renderingId: team.renderingId,
    }),
    [project.id, environment.id, team.renderingId],
  )
  const current = useRef(place)
  useEffect(() => {
    current.current = place
  }, [place])
  useEffect(() => {
    if (isEnded) return
    return followNews(news => applyNews(client, news, current.current))
  }, [client, isEnded])
  useEffect(() => (isAnnounced ? watchSignIn(client) : undefined), [client, isAnnounced])
}
