import type { Boot } from '@service/protocol'
import { useRouter } from '@tanstack/react-router'
import { FolderX, LockKeyhole } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { findPlace, getPlaceNames, type PlaceResult } from '../core/places/find-place.js'
import { browserTimezone } from '../data/browser-timezone.js'
import { connectAgent } from '../data/connect-agent.js'
import { PlaceContext } from '../data/place-context.js'
import { useBoot } from '../data/use-boot.js'
import { Empty } from '../ui/empty.js'
import { ErrorView } from './error-view.js'
import { useAddress } from './use-address.js'

/** Opens the place that the address names, and shows what is inside of it. */
export function PlaceGate({ children }: { readonly children: ReactNode }) {
  const { data: boot, error, refetch } = useBoot()
  const address = useAddress()
  const { history } = useRouter()
  const { project, environment, team } = address
  const found = useMemo(
    () => boot && findPlace(boot.projects, { project, environment, team }, boot.place),
    [boot, project, environment, team],
  )
  const timezone = boot?.preferences.timezone ?? browserTimezone
  const current = useMemo(() => {
    if (!boot || found?.kind !== 'found') return undefined
    const { place } = found
    const names = getPlaceNames(boot.projects, place)
    return { boot, place, names, timezone, agent: connectAgent(place, timezone) }
  }, [boot, found, timezone])

  useEffect(() => {
    if (current && team === undefined) {
      history.replace(formatAddress({ ...current.names, screen: { kind: 'home' } }))
    }
  }, [current, team, history])

  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (found && found.kind !== 'found') return <NoPlace result={found} />
  if (!current) return null
  return (
    <IntlProvider locale={chooseLocale(boot)} timeZone={timezone}>
      <PlaceContext value={current}>{children}</PlaceContext>
    </IntlProvider>
  )
}

/** Numbers and dates are written as the person's browser writes them, as long as texts are in its language. */
function chooseLocale(boot: Boot | undefined): string {
  const wanted = boot?.preferences.language ?? navigator.language
  return /^en(-|$)/.test(wanted) ? wanted : 'en'
}

function NoPlace({ result }: { readonly result: Exclude<PlaceResult, { kind: 'found' }> }) {
  const t = useTranslations('places')
  if (result.kind === 'refused') {
    return (
      <Empty
        icon={<LockKeyhole size={18} aria-hidden="true" />}
        title={t('refused', { name: result.project.name })}
        hint={result.reason}
      />
    )
  }
  const { what, name, known } = result
  return (
    <Empty
      icon={<FolderX size={18} aria-hidden="true" />}
      title={name === undefined ? t('none', { what }) : t('missing', { what, name })}
      hint={known.length > 0 ? t('known', { names: known.join(', ') }) : t('askAdmin')}
    />
  )
}
