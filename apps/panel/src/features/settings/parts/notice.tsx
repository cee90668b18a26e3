import { clsx } from 'clsx'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoticeProps {
  readonly tone: 'info' | 'success' | 'warning'
  readonly children: ReactNode
}

const looks = {
  info: { Icon: Info, className: 'bg-info-bg text-info' },
  success: { Icon: CircleCheck, className: 'bg-success-bg text-success' },
  warning: { Icon: TriangleAlert, className: 'bg-warning-bg text-warning' },
}

/** A few words that matter before something is done. */
export function Notice({ tone, children }: NoticeProps) {
  const { Icon, className } = looks[tone]
  return (
    <div role="status" className={clsx('flex gap-2 rounded-card px-3 py-2', className)}>
      <span className="flex h-5 items-center">
        <Icon size={14} aria-hidden="true" className="shrink-0" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">{children}</div>
    </div>
  )
}
