import { type Boot, type BootProject, hasTexts } from '@service/protocol'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { formatAddress } from '../core/places/address.js'
import { findPlace } from '../core/places/find-place.js'
import { history } from '../data/history.js'
import { openPlace } from '../data/open-place.js'
import { PlaceContext } from '../data/place-context.js'
import { watchAgent } from '../data/recover.js'
import { useBoot } from '../data/use-boot.js'
import { LocalTexts } from '../texts/local-texts.js'
import { lazyPart } from '../ui/lazy-part.js'
import { ErrorView } from './error-view.js'
import { useAddress } from './use-address.js'

const NoPlace = lazyPart(() => import('./no-place.js'))

interface PlaceGateProps {
  /** What leads to a second factor where a project requires it. */
  readonly Enrol: ComponentType<{ readonly projectName: string }>
  /** What admins can do about a project that refuses them. */
  readonly Repair: ComponentType<{ readonly project: BootProject }>
  readonly children: ReactNode
}

/** Opens the place that the address names, and shows what is inside of it. */
export function PlaceGate({ children, Enrol, Repair }: PlaceGateProps) {
  const { data: boot, error, isFetching, refetch } = useBoot()
  const address = useAddress()
  const { project, environment, team } = address
  const found = useMemo(
    () => boot && findPlace(boot.projects, { project, environment, team }, boot.place),
    [boot, project, environment, team],
  )
  const current = useMemo(
    () => (boot && found?.kind === 'found' ? openPlace(boot, found.place) : undefined),
    [boot, found],
  )

  const agentUrl = current?.place.environment.agentUrl ?? null
  useEffect(() => watchAgent(agentUrl), [agentUrl])

  useEffect(() => {
    if (current && team === undefined) {
      history.replace(formatAddress({ ...current.names, screen: { kind: 'home' } }))
    }
  }, [current, team])

  if (error && !boot) return <ErrorView error={error} onRetry={() => void refetch()} />
  // What an earlier visit knew may lack a place that is new.
  if (boot && found && found.kind !== 'found') {
    if (isFetching) return null
    return (
      <Suspense>
        <NoPlace result={found} user={boot.user} Enrol={Enrol}>
          {found.kind === 'refused' ? <Repair project={found.project} /> : null}
        </NoPlace>
      </Suspense>
    )
  }
  if (!current) return null
  return (
    <LocalTexts locale={chooseLocale(boot)} timeZone={current.timezone}>
      <PlaceContext value={current}>{children}</PlaceContext>
    </LocalTexts>
  )
}

/** What the service chose for the page. */
const pageLocale = document.documentElement.lang

function chooseLocale(boot: Boot | undefined): string {
  const chosen = boot?.preferences.language
  return chosen && hasTexts(chosen) ? chosen : pageLocale
}
