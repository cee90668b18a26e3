import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { formatSearch, type ListParameters, parseSearch } from './core/list/list-state.js'
import { ListScreen } from './features/list/list-screen.js'
import { ErrorView } from './shell/error-view.js'
import { Frame } from './shell/frame.js'
import { Home } from './shell/home.js'
import { NotFound } from './shell/not-found.js'
import { PlaceGate } from './shell/place-gate.js'

const place = '$project/$environment/$team'

const loadRecord = lazyRouteComponent(() => import('./features/record/record-screen.js'))

/**
 * Every screen of the panel by its address below `/app`; `shell/use-address.ts` reads the parts. The
 * list is what people open first: it comes with the first script.
 */
const screens = [
  { path: '/', component: Home },
  { path: place, component: Home },
  { path: `${place}/data/$collection`, component: ListScreen },
  { path: `${place}/data/$collection/$id`, component: loadRecord },
  { path: `${place}/data/$collection/$id/$tab`, component: loadRecord },
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
