import type { Route } from '../../http/route.js'
import { ssoSettingsRoutes } from './settings-routes.js'
import { ssoSignInRoutes } from './sign-in-routes.js'

/** Routes to sign in through the identity provider of a project (OpenID Connect). */
export const ssoRoutes: readonly Route[] = [...ssoSettingsRoutes, ...ssoSignInRoutes]
