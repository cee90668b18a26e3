import { z } from 'zod'
import { ConflictError } from '../../errors.js'
import { openRoute, personRoute, type Route } from '../../http/route.js'
import { pageResponse } from '../sign-in-page/page.js'
import { changeMailSettings, MailSettings, readMailSettings, unsubscribe } from './mail-settings.js'
import { unknownLinkPage, unsubscribedPage, unsubscribePage } from './page.js'
import { readUnsubscribeToken } from './unsubscribe-token.js'

const path = '/api/me/notifications'
const tag = 'My account'

const Notifications = MailSettings.extend({
  isMailConfigured: z.boolean().meta({ description: 'Whether the service has a mail server' }),
}).meta({ id: 'Notifications' })

const page = {
  tag,
  path: '/unsubscribe/{token}',
  contentType: 'text/html',
  params: z.object({ token: z.string().max(200) }),
} as const

/** Routes for the mail that a person wants to get. */
export const notificationRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Show which mail you get',
      description: 'Everything is off until you switch it on.',
      response: Notifications,
    },
    async ({ deps, person }) => ({
      ...(await readMailSettings(deps.store.db, person.id)),
      isMailConfigured: deps.mailer !== undefined,
    }),
  ),
  personRoute(
    {
      method: 'patch',
      path,
      tag,
      summary: 'Change which mail you get',
      description:
        'Fields that are absent stay. The mail contains no values of records; notifications that come together are sent in one message.',
      body: MailSettings.partial().strict(),
      response: Notifications,
      errors: {
        mail_not_configured: 'The service has no mail server, so nothing can be switched on.',
        email_unverified: 'Your e-mail address is unverified, so nothing can be switched on.',
      },
    },
    async ({ deps, person, body }) => {
      const isOn = Object.values(body).includes(true)
      if (isOn && !deps.mailer) {
        throw new ConflictError(
          'The service has no mail server. Ask its operator to set SERVICE_SMTP_URL.',
          'mail_not_configured',
        )
      }
      if (isOn && person.isUnverified) {
        throw new ConflictError('Verify your e-mail address first.', 'email_unverified')
      }
      return {
        ...(await changeMailSettings(deps.store.db, person.id, body)),
        isMailConfigured: deps.mailer !== undefined,
      }
    },
  ),
  openRoute(
    { ...page, method: 'get', summary: 'Show the page that ends notifications by mail' },
    async ({ deps, params }) => {
      const userId = readUnsubscribeToken(deps.secrets, params.token)
      return userId === undefined
        ? pageResponse(404, unknownLinkPage())
        : pageResponse(200, unsubscribePage(params.token))
    },
  ),
  openRoute(
    {
      ...page,
      method: 'post',
      summary: 'End notifications by mail',
      description:
        'RFC 8058: mail programs send it without opening the page. The link can do nothing else, so it needs no sign-in.',
      form: true,
      body: z.looseObject({}),
    },
    async ({ deps, params }) => {
      const userId = readUnsubscribeToken(deps.secrets, params.token)
      if (userId === undefined) return pageResponse(404, unknownLinkPage())
      await unsubscribe(deps.store.db, userId)
      return pageResponse(200, unsubscribedPage())
    },
  ),
]
