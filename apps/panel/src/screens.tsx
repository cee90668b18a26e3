import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Screen } from './core/places/address.js'
import { useEditorParts } from './features/layout-editor/editor-parts.js'
import { ListScreen } from './features/list/list-screen.js'
import { Frame } from './shell/frame.js'
import { Home } from './shell/home.js'
import { NotFound } from './shell/not-found.js'
import { PartBoundary } from './shell/part-boundary.js'
import { PlaceGate } from './shell/place-gate.js'
import { useAddress } from './shell/use-address.js'
import { loadMoreTexts, loadSettingsTexts } from './texts/catalogue.js'
import { lazyPart } from './ui/lazy-part.js'

/** What an address shows. */
interface LoadedScreen {
  readonly Content: ComponentType
  /** Ends when the code is there, or cannot be had: the screen then says so. Absent when it came with the page. */
  readonly load?: () => Promise<void>
}

/** A screen whose code is loaded when it is opened. */
function loadScreen(load: () => Promise<{ readonly default: ComponentType }>): LoadedScreen {
  const Loaded = lazyPart(load)
  return {
    Content() {
      const t = useTranslations('app')
      return (
        <Suspense fallback={<p className="appear-late p-4 text-muted">{t('loading')}</p>}>
          <Loaded />
        </Suspense>
      )
    },
    load: async () => void (await Promise.all([load(), loadMoreTexts()]).catch(() => {})),
  }
}

const recordScreen = loadScreen(() => import('./features/record/record-screen.js'))
const dashboardScreen = loadScreen(() => import('./features/dashboard/dashboard-screen.js'))
const dashboardEditorScreen = loadScreen(
  () => import('./features/dashboard-editor/dashboard-editor-screen.js'),
)
const approvalsScreen = loadScreen(() => import('./features/approvals/approvals-screen.js'))
const settingsScreen = loadScreen(async () => {
  const [screen] = await Promise.all([
    import('./features/settings/settings-screen.js'),
    loadSettingsTexts(),
  ])
  return screen
})
const { Content: OnboardingScreen } = loadScreen(async () => {
  const [screen] = await Promise.all([
    import('./features/onboarding/onboarding-screen.js'),
    loadSettingsTexts(),
  ])
  return screen
})
const TwoFactorGate = lazyPart(async () => {
  const [gate] = await Promise.all([
    import('./features/settings/security/two-factor-gate.js'),
    loadSettingsTexts(),
  ])
  return gate
})
const SsoRepair = lazyPart(async () => {
  const [part] = await Promise.all([
    import('./features/settings/sso/sso-repair.js'),
    loadSettingsTexts(),
  ])
  return part
})
const inboxScreen = loadScreen(() => import('./features/inbox/inbox-screen.js'))

/** The list is what people open first: it comes with the first script. */
const screens: Readonly<Record<Screen['kind'], LoadedScreen>> = {
  home: { Content: Home },
  list: { Content: ListScreen },
  record: recordScreen,
  dashboards: dashboardScreen,
  approvals: approvalsScreen,
  inbox: inboxScreen,
  settings: settingsScreen,
  unknown: { Content: NotFound },
}

const findScreen = (screen: Screen): LoadedScreen =>
  screen.kind === 'dashboards' && screen.isEdited ? dashboardEditorScreen : screens[screen.kind]

/** The screen of the address; while its code is loaded, the one before. */
function useScreen(screen: Screen): LoadedScreen {
  const wanted = findScreen(screen)
  const [shown, show] = useState(wanted)
  useEffect(() => {
    if (wanted === shown) return
    let isWanted = true
    void wanted.load?.().then(() => {
      if (isWanted) show(wanted)
    })
    return () => {
      isWanted = false
    }
  }, [wanted, shown])
  if (wanted === shown || wanted.load) return shown
  show(wanted)
  return wanted
}

function Screens() {
  const address = useAddress()
  const { Content } = useScreen(address.screen)
  return (
    <Frame editor={useEditorParts()}>
      <PartBoundary resetKey={address}>
        <Content />
      </PartBoundary>
    </Frame>
  )
}

/** What is inside of the page. The wizard needs no place: whoever opens it may have none yet. */
export function Panel() {
  const { project, environment } = useAddress()
  return (
    <PartBoundary>
      {project === 'connect' && !environment ? (
        <OnboardingScreen />
      ) : (
        <PlaceGate Enrol={TwoFactorGate} Repair={SsoRepair}>
          <Screens />
        </PlaceGate>
      )}
    </PartBoundary>
  )
}
