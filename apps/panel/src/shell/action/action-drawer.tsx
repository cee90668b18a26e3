import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { history } from '../../data/history.js'
import { Drawer, DrawerBody } from '../../ui/drawer.js'
import LeaveDialog from '../record/leave-dialog.js'
import { ActionFormView } from './action-form-view.js'
import { type ActionRun, endRun, showRun } from './action-runner.js'
import { ApprovalView } from './approval-view.js'
import { EndFooter } from './end-footer.js'
import { ResultView } from './result-view.js'
import { RunPill } from './run-pill.js'
import { useActionRun } from './use-action-run.js'
import { useSubject } from './use-subject.js'

interface ActionDrawerProps {
  readonly run: ActionRun
  /** Where actions in the background are shown. */
  readonly background: HTMLElement | null
}

/** The drawer of an action: its form, how far it is, and what it returned. */
export default function ActionDrawer({ run, background }: ActionDrawerProps) {
  const t = useTranslations('actions')
  const app = useTranslations('app')
  const state = useActionRun(run)
  const subject = useSubject(run)
  const [isLeaving, setLeaving] = useState(false)
  const { action, key, isOpen, collection } = run
  const { phase, isDirty } = state
  const isKept = phase.kind !== 'done' && isDirty
  const end = () => endRun(key)
  useRedirect(run, state.phase)
  useLeaveWarning(isKept || phase.kind === 'running')

  /** What runs goes on in the background; what was entered is not thrown away without asking. */
  function close(): void {
    if (phase.kind === 'running') showRun(key, false)
    else if (isKept) setLeaving(true)
    else end()
  }

  return (
    <>
      <Drawer
        isOpen={isOpen}
        onClose={close}
        title={action.name}
        subject={subject}
        closeLabel={app('close')}
      >
        {phase.kind === 'done' ? (
          <>
            <DrawerBody>
              <ResultView ran={phase.ran} collection={collection} />
            </DrawerBody>
            <EndFooter onClose={end} />
          </>
        ) : phase.kind === 'approval' ? (
          <ApprovalView run={run} state={state} phase={phase} onClose={end} />
        ) : (
          <ActionFormView run={run} state={state} onBackground={() => showRun(key, false)} />
        )}
        {isLeaving ? (
          <LeaveDialog
            title={t('leave.title')}
            text={t('leave.text')}
            onStay={() => setLeaving(false)}
            onDiscard={end}
          />
        ) : null}
      </Drawer>
      {!isOpen && background
        ? createPortal(<RunPill run={run} state={state} onClose={end} />, background)
        : null}
    </>
  )
}

/** A result that leads to a page of the panel opens it, unless the person is elsewhere by now. */
function useRedirect({ key, isOpen }: ActionRun, phase: ReturnType<typeof useActionRun>['phase']) {
  const result = phase.kind === 'done' ? phase.ran.result : undefined
  const path = result?.kind === 'redirect' && result.isInside ? result.to : undefined
  useEffect(() => {
    if (path === undefined || !isOpen) return
    endRun(key)
    history.push(path)
  }, [path, isOpen, key])
}

/** The browser asks before the page is closed. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
