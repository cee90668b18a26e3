import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type ActionForm,
  type ActionFormState,
  createActionForm,
} from '../../core/forms/action-form.js'
import { type ActionTarget, buildHookRequest } from '../../core/forms/action-request.js'
import type { ActionResult } from '../../core/forms/action-result.js'
import { isAbort } from '../../data/api-error.js'
import { usePlace } from '../../data/place-context.js'
import { type RanAction, runAction } from '../../data/run-action.js'
import { useRefresh } from '../../data/use-refresh.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import { useToasts } from '../toasts.js'
import type { ActionOpening } from './action-runner.js'

type ErrorResult = Extract<ActionResult, { kind: 'error' }>

/** Why an action did not run, or not to its end. */
export type RunFailure =
  | {
      readonly kind: 'refused'
      readonly result: ErrorResult
      readonly requestId?: string | undefined
    }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }

/** How far an action is. */
export type RunPhase =
  | { readonly kind: 'form'; readonly failure?: RunFailure }
  | { readonly kind: 'running'; readonly startedAt: number; readonly received: number }
  | {
      readonly kind: 'approval'
      readonly roleIds: readonly number[]
      readonly values: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'done'; readonly ran: RanAction }

const opened: ActionFormState = { status: 'loading', fields: [], layout: [], isChanging: false }

/** The form of an action and what became of it. */
export function useActionRun(opening: ActionOpening) {
  const { agent, names } = usePlace()
  const t = useTranslations('actions')
  const { show } = useToasts()
  const refresh = useRefresh(opening.collection)
  const [formState, setFormState] = useState(opened)
  const [phase, setPhase] = useState<RunPhase>({ kind: 'form' })
  const [isDirty, setDirty] = useState(false)
  const [target] = useState(() => createTarget(opening))
  const form = useRef<ActionForm>(undefined)
  const running = useRef<AbortController>(undefined)
  const { action } = opening

  const reportLeft = useEffectEvent(() => {
    show({ text: t('leftRunning', { action: action.name }), kind: 'info' })
  })

  useEffect(() => {
    const created = createActionForm(
      action,
      (hook, attributes, signal) => agent.read(buildHookRequest(target, hook, attributes), signal),
      setFormState,
      setTimer,
    )
    form.current = created
    void created.load()
    return () => {
      created.close()
      if (!running.current) return
      running.current.abort()
      reportLeft()
    }
  }, [action, agent, target])

  const run = useCallback(async () => {
    if (!form.current) return
    const abort = new AbortController()
    running.current = abort
    const startedAt = Date.now()
    setPhase({ kind: 'running', startedAt, received: 0 })
    try {
      const values = await Promise.race([form.current.submit(), whenAborted(abort.signal)])
      const onProgress = (received: number) => setPhase({ kind: 'running', startedAt, received })
      const ran = await runAction(target, values, {
        agent,
        names,
        signal: abort.signal,
        onProgress,
      })
      if (ran.result.kind !== 'error' && ran.result.kind !== 'approval-needed') refresh(target)
      if (ran.result.kind === 'file' && ran.file) saveBlob(ran.file, ran.result.name)
      setPhase(toPhase(ran, values))
    } catch (error) {
      const failure: RunFailure = isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error }
      setPhase({ kind: 'form', failure })
    } finally {
      if (running.current === abort) running.current = undefined
    }
  }, [agent, names, target, refresh])

  return {
    target,
    phase,
    setPhase,
    form,
    formState,
    isDirty,
    run,
    cancel: () => running.current?.abort(),
    change(field: string, value: unknown) {
      setDirty(true)
      form.current?.setValue(field, value)
    },
    /** What was entered is kept elsewhere. */
    markClean: () => setDirty(false),
    reload: () => void form.current?.load(),
  }
}

export type ActionRunState = ReturnType<typeof useActionRun>

function createTarget({ collection, action, selection, parent }: ActionOpening): ActionTarget {
  return {
    collection: collection.name,
    action,
    selection: 'all_records' in selection ? selection : { ...selection, all_records: false },
    parent,
  }
}

function toPhase(ran: RanAction, values: Readonly<Record<string, unknown>>): RunPhase {
  const { result, requestId } = ran
  if (result.kind === 'approval-needed') {
    return { kind: 'approval', roleIds: result.roleIds, values }
  }
  if (result.kind !== 'error') return { kind: 'done', ran }
  return { kind: 'form', failure: { kind: 'refused', result, requestId } }
}

/** The form may wait for the agent, which may never respond. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function setTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
