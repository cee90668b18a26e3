import { useTranslations } from 'use-intl'
import { getTokenState, type TokenTimes } from '../../../core/settings/token-times.js'
import { Badge } from '../../../ui/badge.js'
import { Moment } from './moment.js'

/** When a token ends, or that it has. */
export function TokenState({ token }: { readonly token: TokenTimes }) {
  const t = useTranslations('apiTokens')
  const state = getTokenState(token, new Date())
  if (state === 'active') return <Moment value={token.expiresAt} none={t('never')} />
  return <Badge tone={state === 'revoked' ? 'danger' : 'warning'}>{t(`states.${state}`)}</Badge>
}
