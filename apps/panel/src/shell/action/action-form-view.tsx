import type { ApprovalNeed } from '@service/protocol'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { listInputs } from '../../core/forms/action-pages.js'
import { Button } from '../../ui/button.js'
import { DrawerBody, DrawerFooter, DrawerForm } from '../../ui/drawer.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ErrorView } from '../error-view.js'
import { formatKeys } from '../format-keys.js'
import { ActionElements } from './action-fields.js'
import type { ActionRun } from './action-runner.js'
import { FailureBox } from './failure-box.js'
import { FormSteps } from './form-steps.js'
import { RunningFooter } from './running-footer.js'
import type { ActionRunState } from './use-action-run.js'
import { useFormPages } from './use-form-pages.js'

interface ActionFormViewProps {
  readonly run: ActionRun
  readonly state: ActionRunState
  readonly onBackground: () => void
}

/** The form of an action, page by page. Without fields it is what is asked before the action runs. */
export function ActionFormView({ run, state, onBackground }: ActionFormViewProps) {
  const t = useTranslations('actions')
  const { phase, formState, form } = state
  const { action } = run
  const { index, setIndex, page, pages, problems, checkPage, clearProblem, setTyped } =
    useFormPages(state)
  const element = useRef<HTMLFormElement>(null)
  const isRunning = phase.kind === 'running'
  const isLast = index === pages.length - 1
  const failure = phase.kind === 'form' ? phase.failure : undefined
  const submitLabel =
    failure?.kind === 'failed' ? t('tryAgain') : (action.submitButtonLabel ?? t('run'))
  const firstInput = listInputs(page.elements).find(
    name => formState.fields.find(({ field }) => field === name)?.isReadOnly !== true,
  )

  if (formState.status === 'failed') {
    return (
      <DrawerBody>
        <ErrorView error={formState.error} onRetry={state.reload} />
      </DrawerBody>
    )
  }
  if (formState.status === 'loading') return <FormSkeleton />

  function goOn(): void {
    if (isRunning) return
    if (!checkPage()) {
      focusInvalid(element.current)
      return
    }
    if (isLast) void state.run()
    else setIndex(index + 1)
  }

  return (
    <DrawerForm ref={element} onSubmit={goOn}>
      <DrawerBody>
        {pages.length > 1 ? (
          <FormSteps count={pages.length} current={index} onChoose={setIndex} />
        ) : null}
        {action.description && index === 0 ? (
          <p className="text-muted">{action.description}</p>
        ) : null}
        {failure ? <FailureBox failure={failure} /> : null}
        {formState.error ? <NotUpdated /> : null}
        <ActionElements
          key={index}
          elements={page.elements}
          context={{
            fields: formState.fields,
            problems,
            isDisabled: isRunning,
            focused: firstInput,
            onChange(name, value) {
              clearProblem(name)
              state.change(name, value)
            },
            onProblem: setTyped,
            findOptions: async (name, search) => (await form.current?.search(name, search)) ?? [],
          }}
        />
        {formState.fields.length === 0 && !action.description ? (
          <p className="text-muted">{t('noForm')}</p>
        ) : null}
        {isLast ? <ApprovalNote need={action.needsApproval} /> : null}
      </DrawerBody>
      {phase.kind === 'running' ? (
        <RunningFooter phase={phase} onBackground={onBackground} onCancel={state.cancel} />
      ) : (
        <DrawerFooter>
          {formState.isChanging ? (
            <span role="status" className="mr-auto text-small text-muted">
              {t('updating')}
            </span>
          ) : null}
          {index > 0 ? (
            <Button size="form" onClick={() => setIndex(index - 1)}>
              {pages[index]?.previousButtonLabel ?? t('back')}
            </Button>
          ) : null}
          <Button look="primary" size="form" type="submit" keys={formatKeys('mod+enter')}>
            {isLast ? submitLabel : (page.nextButtonLabel ?? t('next'))}
          </Button>
        </DrawerFooter>
      )}
    </DrawerForm>
  )
}

/** The agent could not say how the form looks after the last change. */
function NotUpdated() {
  const t = useTranslations('actions')
  return (
    <p role="alert" className="rounded-card bg-warning-bg p-3 text-warning">
      {t('notUpdated')}
    </p>
  )
}

/** Says before an action is run that somebody else has to approve it. */
function ApprovalNote({ need }: { readonly need: ApprovalNeed }) {
  const t = useTranslations('actions')
  if (need === 'never') return null
  return (
    <p className="rounded-card bg-info-bg p-3 text-info">
      {t(need === 'always' ? 'needsApproval' : 'mayNeedApproval')}
    </p>
  )
}

/** After the problems are shown. In a group of controls, the first one takes the focus. */
function focusInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const control = invalid?.matches('[role=radiogroup]') ? invalid.querySelector('input') : invalid
    control?.focus()
  })
}

function FormSkeleton() {
  return (
    <DrawerBody>
      {['40%', '70%', '55%'].map(width => (
        <div key={width} className="appear-late flex flex-col gap-2 py-1">
          <Skeleton width="24%" />
          <Skeleton width={width} />
        </div>
      ))}
    </DrawerBody>
  )
}
