import { CircleHelp, Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type RoleView, roleView } from '../data/role-view.js'
import { leaveRoleView, viewTexts } from '../data/role-view-rules.js'
import { Button } from '../ui/button.js'
import { loadOnDemand } from '../ui/on-demand.js'

const Help = loadOnDemand('dialog', () => import('./role-view-help.js'))

/** Says above everything as which role the page is shown, for how long, and how to leave. */
export default function RoleViewBanner() {
  return roleView ? <OpenView view={roleView} /> : null
}

function OpenView({ view }: { readonly view: RoleView }) {
  const t = useTranslations('viewAs')
  const role = view.roleName
  const left = useSecondsLeft(view)
  useEffect(() => {
    viewTexts.refusal = t('refused', { role })
  }, [t, role])
  if (left === 0) return <EndedView role={role} />
  return (
    <section
      aria-label={t('title')}
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 bg-accent px-4 py-1 text-on-accent"
    >
      <Eye size={14} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-medium wrap-anywhere">{t('banner', { role })}</span>{' '}
        <TimeLeft seconds={left} />
      </p>
      <Help
        trigger={
          <Button icon={<CircleHelp size={14} aria-hidden="true" />}>{t('help.button')}</Button>
        }
      />
      <Button onClick={leaveRoleView}>{t('leave')}</Button>
    </section>
  )
}

/** Counts in minutes, and in seconds at last. Screen readers are not told of every step. */
function TimeLeft({ seconds }: { readonly seconds: number }) {
  const t = useTranslations('viewAs')
  return (
    <span className="tabular-nums">
      {seconds > 60
        ? t('minutesLeft', { minutes: Math.ceil(seconds / 60) })
        : t('secondsLeft', { seconds })}
    </span>
  )
}

/** Covers a page that was loaded after the end, which has nothing of the view: the next step is the person's own. */
function EndedView({ role }: { readonly role: string }) {
  const t = useTranslations('viewAs')
  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="view-ended"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-surface p-4 text-center"
    >
      <Eye size={20} aria-hidden="true" className="text-muted" />
      <h1 id="view-ended" className="text-section font-semibold wrap-anywhere">
        {t('ended', { role })}
      </h1>
      <p className="text-muted">{t('endedHint')}</p>
      <Button look="primary" size="form" autoFocus onClick={leaveRoleView}>
        {t('goOn')}
      </Button>
    </div>
  )
}

const readLeft = ({ endsAt }: RoleView) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))

/** How many seconds are left. When the view is over, a new page drops what it showed. */
function useSecondsLeft(view: RoleView): number {
  const [left, setLeft] = useState(() => readLeft(view))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => {
      if (readLeft(view) === 0) window.location.reload()
      else setLeft(readLeft(view))
    }, 1000)
    return () => clearInterval(timer)
  }, [view, isOver])
  return left
}
