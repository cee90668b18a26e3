import type { QueryClient } from '@tanstack/react-query'
import { signedInPath } from './first-requests.js'
import { readAfterSignIn } from './recover.js'
import { fetchBoot } from './service-api.js'
import { isSessionEnded, reportSignedIn } from './session-state.js'
import { getSignInPath } from './sign-in-path.js'
import { bootKey } from './use-boot.js'

const channelName = 'panel session'
const news = 'signed in'

/** Opens the sign-in beside the page, so that nothing on it is lost. */
export function openSignIn(): void {
  window.open(getSignInPath(signedInPath), 'service-sign-in', 'popup,width=460,height=640')
}

/** Tells the other tabs of this browser that the person is signed in. */
export function announceSignIn(): void {
  new BroadcastChannel(channelName).postMessage(news)
}

let checking: Promise<void> | undefined
let isAskedAgain = false

/**
 * Goes on when the person has signed in again, in whichever tab or window. Whoever asks during a check gets another one
 * after it: the sign-in can have come too late for the first.
 */
export function checkSignIn(client: QueryClient): Promise<void> {
  isAskedAgain = true
  checking ??= checkWhileAsked(client).finally(() => {
    checking = undefined
  })
  return checking
}

async function checkWhileAsked(client: QueryClient): Promise<void> {
  while (isAskedAgain && isSessionEnded()) {
    isAskedAgain = false
    await checkOnce(client)
  }
}

async function checkOnce(client: QueryClient): Promise<void> {
  const boot = await fetchBoot().catch(() => undefined)
  if (!boot) return
  client.setQueryData(bootKey, boot)
  reportSignedIn()
  await readAfterSignIn(client)
}

/** Checks whenever a sign-in is announced, or the person comes back to the page. */
export function watchSignIn(client: QueryClient): () => void {
  const check = () => void checkSignIn(client)
  const checkVisible = () => {
    if (document.visibilityState === 'visible') check()
  }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', check)
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', checkVisible)
  return () => {
    channel.close()
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', checkVisible)
  }
}
