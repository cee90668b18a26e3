import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatSearch, type ListParameters, parseSearch } from './core/list/list-state.js'
import { panelRoot } from './core/places/address.js'
import { useEditorParts } from './features/layout-editor/editor-parts.js'
import { ListScreen } from './features/list/list-screen.js'
import { ErrorView } from './shell/error-view.js'
import { Frame } from './shell/frame.js'
import { Home } from './shell/home.js'
import { NotFound } from './shell/not-found.js'
import { PlaceGate } from './shell/place-gate.js'
import { useAddress } from './shell/use-address.js'
import { loadMoreTexts, loadSettingsTexts } from './texts/catalogue.js'
import { lazyPart } from './ui/lazy-part.js'

const place = '$project/$environment/$team'

/** A screen whose code is loaded when it is opened; the router shows it when its code is there. */
function loadScreen(load: () => Promise<{ readonly default: ComponentType }>) {
  const Loaded = lazyPart(load)
  function Screen() {
    const t = useTranslations('app')
    return (
      <Suspense fallback={<p className="appear-late p-4 text-muted">{t('loading')}</p>}>
        <Loaded />
      </Suspense>
    )
  }
  Screen.preload = async () => void (await Promise.all([load(), loadMoreTexts()]).catch(() => {}))
  return Screen
}

const RecordScreen = loadScreen(() => import('./features/record/record-screen.js'))
const DashboardScreen = loadScreen(() => import('./features/dashboard/dashboard-screen.js'))
const DashboardEditorScreen = loadScreen(
  () => import('./features/dashboard-editor/dashboard-editor-screen.js'),
)
const ApprovalsScreen = loadScreen(() => import('./features/approvals/approvals-screen.js'))
const SettingsScreen = loadScreen(async () => {
  const [screen] = await Promise.all([
    import('./features/settings/settings-screen.js'),
    loadSettingsTexts(),
  ])
  return screen
})
const OnboardingScreen = loadScreen(async () => {
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
const InboxScreen = loadScreen(() => import('./features/inbox/inbox-screen.js'))

/**
 * Every screen of the panel by its address below `/app`; `shell/use-address.ts` reads the parts. The
 * list is what people open first: it comes with the first script.
 */
const screens = [
  { path: '/', component: Home },
  { path: place, component: Home },
  { path: `${place}/data/$collection`, component: ListScreen },
  { path: `${place}/data/$collection/$id`, component: RecordScreen },
  { path: `${place}/data/$collection/$id/$tab`, component: RecordScreen },
  { path: `${place}/dashboards`, component: DashboardScreen },
  { path: `${place}/dashboards/$id`, component: DashboardScreen },
  { path: `${place}/dashboards/$id/edit`, component: DashboardEditorScreen },
  { path: `${place}/approvals`, component: ApprovalsScreen },
  { path: `${place}/approvals/$id`, component: ApprovalsScreen },
  { path: `${place}/inbox`, component: InboxScreen },
  { path: `${place}/settings`, component: SettingsScreen },
  { path: `${place}/settings/$area`, component: SettingsScreen },
  { path: `${place}/settings/$area/$id`, component: SettingsScreen },
  { path: '$', component: NotFound },
]

function Screens() {
  return (
    <Frame editor={useEditorParts()}>
      <Outlet />
    </Frame>
  )
}

/** The wizard needs no place: whoever opens it may have none yet. */
function Root() {
  const { project, environment } = useAddress()
  if (project === 'connect' && !environment) return <OnboardingScreen />
  return (
    <PlaceGate Enrol={TwoFactorGate} Repair={SsoRepair}>
      <Screens />
    </PlaceGate>
  )
}

const root = createRootRoute({
  component: Root,
  errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} />,
})

const app = createRoute({ getParentRoute: () => root, path: panelRoot })

export const router = createRouter({
  routeTree: root.addChildren([
    app.addChildren(
      screens.map(({ path, component }) =>
        createRoute({
          getParentRoute: () => app,
          path,
          component,
          errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} />,
        }),
      ),
    ),
  ]),
  parseSearch,
  stringifySearch: params => formatSearch(params as ListParameters),
  scrollRestoration: false,
})
