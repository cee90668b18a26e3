import { BadgeCheck, Inbox, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { usePlace } from '../data/place-context.js'
import { useNews } from '../data/use-news.js'
import { useUnread } from '../data/use-unread.js'
import { useRefusedAgent } from './use-refused-agent.js'

/** What waits for the person, with numbers that follow what happens. */
export default function NewsLinks() {
  useNews()
  const t = useTranslations('news')
  const { names, place } = usePlace()
  useRefusedAgent(place.environment.agentUrl)
  const { mentions, approvals } = useUnread()
  return (
    <>
      <CountLink
        href={formatAddress({ ...names, screen: { kind: 'approvals' } })}
        icon={BadgeCheck}
        label={t('approvals', { count: approvals ?? 0 })}
        count={approvals}
      />
      <CountLink
        href={formatAddress({ ...names, screen: { kind: 'inbox' } })}
        icon={Inbox}
        label={t('mentions', { count: mentions ?? 0 })}
        count={mentions}
      />
    </>
  )
}

interface CountLinkProps {
  readonly href: string
  readonly icon: LucideIcon
  /** Says the number, too. */
  readonly label: string
  readonly count: number | undefined
}

const most = 99

function CountLink({ href, icon: Icon, label, count = 0 }: CountLinkProps) {
  return (
    <a
      href={href}
      aria-label={label}
      data-tooltip={label}
      className="relative inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
    >
      <Icon size={16} aria-hidden="true" />
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-tiny font-semibold text-on-accent tabular-nums pointer-coarse:top-1 pointer-coarse:right-0.5"
        >
          {count > most ? `${most}+` : count}
        </span>
      ) : null}
    </a>
  )
}
