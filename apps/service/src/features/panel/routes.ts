import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { findSignedIn } from '../../http/access/find-person.js'
import { readBasePath } from '../../http/base-path.js'
import { redirectTo } from '../../http/redirect.js'
import { type Call, openRoute, type Route } from '../../http/route.js'
import { readPreferences } from '../preferences/change-preferences.js'
import { returnTo } from '../sso/return-to.js'
import { chooseAppearance } from './appearance.js'
import { fileResponse } from './file-response.js'
import { missingPage } from './missing-page.js'
import { fillTemplate } from './page-template.js'
import { pageHeaders } from './policies.js'
import { readAgentOrigins } from './read-agent-origins.js'
import type { PanelSite, SandboxPage } from './read-site.js'
import { withUnavailablePage } from './unavailable-page.js'

type AnyCall = Call<unknown, unknown, unknown>

const BASE = '/app/'

/** The state of a list is in its address, so the pages take any parameters. */
const common = { tag: 'Panel', contentType: 'text/html', query: z.looseObject({}) } as const

/** Routes that serve the panel. */
export const panelRoutes: readonly Route[] = [
  openRoute({ ...common, method: 'get', path: '/', summary: 'Open the panel' }, async ({ deps }) =>
    deps.panel ? redirectTo('/app') : missingPage(),
  ),
  openRoute(
    {
      ...common,
      method: 'get',
      path: '/app',
      summary: 'The panel',
      description: 'Leads to the sign-in page when nobody is signed in.',
    },
    async call => (call.deps.panel ? showPage(call, call.deps.panel) : missingPage()),
  ),
  openRoute(
    {
      ...common,
      method: 'get',
      path: '/app/{path}',
      matchesBelow: true,
      summary: 'A file of the panel, or the panel at this address',
      description:
        'Files are below `assets/` and `sandbox/`; every other path is an address inside the panel.',
    },
    async call => (call.deps.panel ? serve(call, call.deps.panel) : missingPage()),
  ),
]

async function serve(call: AnyCall, site: PanelSite): Promise<Response> {
  const path = call.request.url.pathname.slice(BASE.length)
  const file = site.files.get(path)
  if (file) return fileResponse(file, call.request)
  const sandbox = site.sandboxes.get(path)
  if (sandbox) return sandboxResponse(sandbox)
  // A script of an earlier build must fail to load: the page in its place would be run as a script.
  if (/^(assets|sandbox)\//.test(path)) throw new NotFoundError('The panel has no such file.')
  return showPage(call, site)
}

function showPage(call: AnyCall, site: PanelSite): Promise<Response> {
  const { deps, request } = call
  return withUnavailablePage(call, async () => {
    const person = await findSignedIn(deps, request)
    if (!person) return redirectTo(signInPath(request.url))
    const [origins, preferences] = await Promise.all([
      readAgentOrigins(deps, person),
      readPreferences(deps.store.db, person),
    ])
    const accepted = request.header('accept-language') ?? ''
    const appearance = chooseAppearance(preferences, accepted)
    const basePath = readBasePath(deps.config)
    return new Response(fillTemplate(site.page, appearance, person.id, basePath), {
      headers: {
        ...pageHeaders(origins, request.url, basePath),
        'Content-Type': 'text/html; charset=utf-8',
      },
    })
  })
}

const signInPath = (url: URL) => `/sign-in?returnTo=${encodeURIComponent(chooseReturn(url))}`

/** The address to return to after sign-in; without its parameters when it is too long. */
function chooseReturn({ pathname, search }: URL): string {
  const candidates = [pathname + search, pathname]
  return candidates.find(path => returnTo.safeParse(path).success) ?? '/app'
}

const sandboxResponse = ({ html, policy }: SandboxPage): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
