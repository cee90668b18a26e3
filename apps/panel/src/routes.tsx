import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { formatSearch, type ListParameters, parseSearch } from './core/list/list-state.js'
import { ErrorView } from './shell/error-view.js'
import { Frame } from './shell/frame.js'
import { PlaceGate } from './shell/place-gate.js'

const place = '$project/$environment/$team'

/** Every screen of the panel by its address below `/app`; `shell/use-address.ts` reads the parts. */
const screens = [
  { path: '/', load: () => import('./shell/home.js') },
  { path: place, load: () => import('./shell/home.js') },
  { path: `${place}/data/$collection`, load: () => import('./features/list/list-screen.js') },
  {
    path: `${place}/data/$collection/$id`,
    load: () => import('./features/record/record-screen.js'),
  },
  { path: '$', load: () => import('./shell/not-found.js') },
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
      screens.map(({ path, load }) =>
        createRoute({
          getParentRoute: () => app,
          path,
          component: lazyRouteComponent(load),
          errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} />,
        }),
      ),
    ),
  ]),
  parseSearch,
  stringifySearch: params => formatSearch(params as ListParameters),
  scrollRestoration: false,
})
