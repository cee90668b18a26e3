import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatSearch, type ListParameters, parseSearch } from './core/list/list-state.js'
import { ListScreen } from './features/list/list-screen.js'
import { ErrorView } from './shell/error-view.js'
import { Frame } from './shell/frame.js'
import { Home } from './shell/home.js'
import { NotFound } from './shell/not-found.js'
import { PlaceGate } from './shell/place-gate.js'
import { lazyPart } from './ui/lazy-part.js'

const place = '$project/$environment/$team'

const loadRecord = () => import('./features/record/record-screen.js')
const LazyRecordScreen = lazyPart(loadRecord)

function RecordScreen() {
  const t = useTranslations('app')
  return (
    <Suspense fallback={<p className="appear-late p-4 text-muted">{t('loading')}</p>}>
      <LazyRecordScreen />
    </Suspense>
  )
}

/** The router shows the screen when its code is there. */
RecordScreen.preload = async () => void (await loadRecord().catch(() => {}))

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
  { path: '$', component: NotFound },
]

const root = createRootRoute({
  component: () => (
    <PlaceGate>
      <Frame>
        <Outlet />
      </Frame>
    </PlaceGate>
  ),
  errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} />,
})

const app = createRoute({ getParentRoute: () => root, path: 'app' })

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
