import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { IpRules } from '../../../core/settings/ip-rule.js'
import { request } from '../../../data/service-api.js'

/** Whom rules would keep out, as the service sees it. */
export interface IpRulesCheck {
  readonly address: string
  readonly isAllowed: boolean
  readonly seenCount: number
  readonly outsideCount: number
}

/** Asks the service about rules that are not saved yet. Rules that keep everybody out are not asked about. */
export function useIpRulesCheck(path: string, draft: IpRules) {
  const body = draft.rules.length === 0 ? { ...draft, isEnabled: false } : draft
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['service', `${path}/check`, body],
    queryFn: ({ signal }) => request<IpRulesCheck>('POST', `${path}/check`, body, signal),
    placeholderData: keepPreviousData,
  })
  return { data: isPlaceholderData ? undefined : data, latest: data }
}
