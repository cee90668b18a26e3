import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../data/place-context.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { endAllRuns, useActionRuns } from './action-runner.js'

const ActionDrawer = lazyPart(() => import('./action-drawer.js'))

/** The drawers of actions, and those that run in the background; their code is loaded with the first. */
export function ActionHost() {
  const { renderingId } = usePlace().place.team
  return <Runs key={renderingId} />
}

function Runs() {
  const t = useTranslations('actionMenu')
  const runs = useActionRuns()
  const [background, setBackground] = useState<HTMLElement | null>(null)
  // Actions belong to the place in which they were opened.
  useEffect(() => endAllRuns, [])
  return (
    <>
      <section
        ref={setBackground}
        aria-label={t('inBackground')}
        className="fixed bottom-14 left-1/2 z-30 flex -translate-x-1/2 flex-col items-center gap-2 empty:hidden"
      />
      <PopupLoader onCancel={endAllRuns}>
        {runs.map(run => (
          <ActionDrawer key={run.key} run={run} background={background} />
        ))}
      </PopupLoader>
    </>
  )
}
