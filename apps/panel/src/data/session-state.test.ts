import { afterEach, describe, expect, it } from 'vitest'
import {
  announceSessionEnd,
  isSessionEnded,
  putOffSignIn,
  reportSignedIn,
  waitForSignIn,
} from './session-state.js'

const ended = new Error('ended')

afterEach(reportSignedIn)

describe('a session that has ended', () => {
  it('lets everything go on that waited for the new sign-in', async () => {
    const requests = [waitForSignIn(ended, 'read'), waitForSignIn(ended, 'change')]
    reportSignedIn()
    expect(await Promise.all(requests)).toEqual([undefined, undefined])
  })

  it('fails what waited when the person puts the sign-in off', async () => {
    const request = waitForSignIn(ended, 'read')
    putOffSignIn()
    await expect(request).rejects.toBe(ended)
  })

  it('asks a person who put it off again for a change, never for a read', async () => {
    const before = waitForSignIn(ended, 'read')
    putOffSignIn()
    await expect(before).rejects.toBe(ended)
    await expect(waitForSignIn(ended, 'read')).rejects.toBe(ended)
    const change = waitForSignIn(ended, 'change')
    const after = waitForSignIn(ended, 'read')
    reportSignedIn()
    expect(await Promise.all([change, after])).toEqual([undefined, undefined])
  })

  it('that the service announced waits for the first request, which asks even if it only reads', async () => {
    announceSessionEnd()
    expect(isSessionEnded()).toBe(true)
    const read = waitForSignIn(ended, 'read')
    announceSessionEnd()
    reportSignedIn()
    expect(await read).toBeUndefined()
    expect(isSessionEnded()).toBe(false)
  })
})
