import type { UseQueryResult } from '@tanstack/react-query'
import { request } from '../service-api.js'
import { useServiceChange, useServiceData } from './use-service.js'

export interface Passkey {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly isSynced: boolean
}

/** The second factors of the person. */
export interface TwoFactors {
  readonly totp: { readonly createdAt: string } | null
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
  readonly hasPassword: boolean
  /** Whether this session has proved two factors. */
  readonly hasTwoFactors: boolean
  /** The names of the projects that require them. */
  readonly requiredBy: readonly string[]
}

/** With the first second factor come recovery codes, which are shown once. */
export interface AddedFactor {
  readonly recoveryCodes: readonly string[] | null
}

const factorsPath = '/api/me/two-factors'
const changedPaths = [factorsPath, '/api/me/security-events', '/api/sessions']

export const useTwoFactors = (): UseQueryResult<TwoFactors> => useServiceData(factorsPath)

/** Sends a change of second factors, and reads again what depends on it. */
export function useFactorChange(): <T>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T> {
  return useServiceChange(send, changedPaths) as typeof send
}

const send = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  request<T>(method, `/api/me/${path}`, body)
