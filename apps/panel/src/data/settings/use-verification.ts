import { useCallback, useEffect, useRef, useState } from 'react'
import { usePlace } from '../place-context.js'
import { request } from '../service-api.js'

/** What is to be verified besides the entries in the database. */
interface VerificationSettings {
  readonly archives: boolean
  /** Anchors of earlier reports, which must still match. */
  readonly expect: readonly string[]
}

/** What a verification found in one log. */
export interface LogVerification {
  readonly kind: 'activity_logs' | 'admin_logs'
  /** Null for the log of the project. */
  readonly environmentName: string | null
  readonly rows: number
  readonly archivedRows: number
  readonly anchor: string | null
  readonly problem?: string
  readonly problemEntry?: { readonly seq: number; readonly createdAt: string }
}

/** A job that verifies every log of the project. */
export interface VerificationJob {
  readonly id: number
  readonly status: string
  readonly exitCode: number | null
  readonly error: string | null
  readonly progress: { readonly done: number; readonly total: number | null } | null
  readonly result: {
    readonly isIntact?: boolean
    readonly logs?: readonly LogVerification[]
  } | null
}

interface Verification {
  readonly job: VerificationJob | undefined
  readonly error: unknown
  readonly isRunning: boolean
  readonly start: (settings: VerificationSettings) => Promise<void>
  readonly cancel: () => Promise<void>
}

/** Starts the job that verifies the logs of the project, and follows it until it has ended. */
export function useVerification(): Verification {
  const path = `/api/projects/${usePlace().place.project.id}/jobs`
  const [job, setJob] = useState<VerificationJob>()
  const [error, setError] = useState<unknown>()
  const left = useRef<AbortController>(undefined)
  useEffect(() => () => left.current?.abort(), [])

  const start = useCallback(
    async ({ archives, expect }: VerificationSettings) => {
      left.current?.abort()
      const controller = new AbortController()
      left.current = controller
      setError(undefined)
      setJob(undefined)
      const parameters = { ...(archives && { archives }), ...(expect.length > 0 && { expect }) }
      try {
        let now = await request<VerificationJob>('POST', path, { kind: 'verify-logs', parameters })
        setJob(now)
        while (now.exitCode === null) {
          // The service waits for a change; its progress is news, too.
          const address = `${path}/${now.id}?wait=2&status=${now.status}`
          now = await request<VerificationJob>('GET', address, undefined, controller.signal)
          setJob(now)
        }
      } catch (caught) {
        if (!controller.signal.aborted) setError(caught)
      }
    },
    [path],
  )
  const id = job?.id
  const cancel = useCallback(async () => {
    if (id !== undefined) setJob(await request<VerificationJob>('DELETE', `${path}/${id}`))
  }, [path, id])
  const isRunning = job !== undefined && job.exitCode === null && error === undefined
  return { job, error, isRunning, start, cancel }
}
