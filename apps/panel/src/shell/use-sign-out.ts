import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { basePath } from '../core/places/base-path.js'
import { ApiError } from '../data/api-error.js'
import { dropCached } from '../data/local-cache.js'
import { viewEntry } from '../data/role-view.js'
import { endSession } from '../data/service-api.js'
import { setSigningOut } from '../data/signing-out.js'
import { useToasts } from './toasts.js'
import { useErrorText } from './use-error-text.js'

/**
 * Ends the session and leads to the sign-in. The token of the agent is forgotten with the page, what
 * is stored on this machine before.
 */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations('shell')
  const { show } = useToasts()
  const describe = useErrorText()
  return useCallback(async () => {
    dropCached()
    setSigningOut(true)
    try {
      await endSession()
    } catch (error) {
      if (!isSignedOut(error)) {
        setSigningOut(false)
        show({ text: t('notSignedOut'), kind: 'danger', details: describe(error) })
        return
      }
    }
    dropCached()
    sessionStorage.removeItem(viewEntry)
    window.location.assign(`${basePath}/sign-in`)
  }, [t, show, describe])
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401
