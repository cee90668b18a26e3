import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import {
  formatWizardAddress,
  parseWizardState,
  type WizardState,
} from '../../core/onboarding/wizard-address.js'
import { formatAddress, panelRoot } from '../../core/places/address.js'
import { findPlace, getPlaceNames } from '../../core/places/find-place.js'
import { history } from '../../data/history.js'
import { useBoot } from '../../data/use-boot.js'
import { ErrorView } from '../../shell/error-view.js'
import { useTheme } from '../../shell/theme.js'
import { ToastHost } from '../../shell/toasts.js'
import { ConnectStep } from './connect-step.js'
import { DatabaseStep } from './database-step.js'
import { findTarget } from './find-target.js'
import { NoTarget } from './no-target.js'
import { PeopleStep } from './people-step.js'
import { ProjectStep } from './project-step.js'
import { StepList } from './step-list.js'

/** The first run: from a name for a project to one's own records. */
export default function OnboardingScreen() {
  const t = useTranslations('onboarding')
  const app = useTranslations('app')
  const { data: boot, error, refetch } = useBoot()
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const state = useMemo(() => parseWizardState(search), [search])
  const title = app('title')
  useTheme(boot?.preferences ?? {})
  useEffect(() => {
    document.title = `${t('title')} · ${title}`
  }, [t, title])
  if (error && !boot) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!boot) return null
  const last = findPlace(boot.projects, {}, boot.place)
  const back = last.kind === 'found' ? getPlaceNames(boot.projects, last.place) : undefined
  return (
    <div className="min-h-dvh bg-bg">
      <header className="flex h-11 items-center justify-between gap-4 border-b border-line px-4">
        <span className="truncate font-semibold">{title}</span>
        {back ? (
          <a
            href={formatAddress({ ...back, screen: { kind: 'home' } })}
            className="truncate text-accent hover:underline"
          >
            {t('back', { project: back.project })}
          </a>
        ) : null}
      </header>
      <main className="mx-auto flex w-full max-w-[760px] flex-col gap-6 px-4 py-8">
        <h1 className="text-title font-semibold">{t('title')}</h1>
        <StepList step={state.step} />
        <Step state={state} go={next => history.push(formatWizardAddress(next))} />
      </main>
      <ToastHost />
    </div>
  )
}

interface StepProps {
  readonly state: WizardState
  readonly go: (next: WizardState) => void
}

function Step({ state, go }: StepProps) {
  const { data: boot, dataUpdatedAt, isFetching } = useBoot()
  // What an earlier visit stored may have another address of the agent.
  if (!boot || dataUpdatedAt === 0) return null
  if (state.step === 'project') return <ProjectStep projects={boot.projects} go={go} />
  const target = findTarget(boot.projects, state.environmentId)
  if (!target) return isFetching ? null : <NoTarget href={panelRoot} />
  const props = { target, state, go }
  if (state.step === 'people') return <PeopleStep {...props} />
  return state.step === 'connect' ? <ConnectStep {...props} /> : <DatabaseStep {...props} />
}
