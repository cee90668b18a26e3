import { AtSign, CheckCheck } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatNoteAddress, locateMention } from '../../core/notes/mention-targets.js'
import { readMessageText } from '../../core/notes/message-text.js'
import type { Mention } from '../../core/notes/note.js'
import { usePlace } from '../../data/place-context.js'
import { type LoadedMentions, useMarkSeen, useMentions } from '../../data/use-mentions.js'
import { type FindTitle, useRecordTitles } from '../../data/use-record-titles.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { useNames } from '../../shell/notes/use-names.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Segment } from '../../ui/choice.js'
import { Empty } from '../../ui/empty.js'
import { InboxItem } from './inbox-item.js'
import { ItemSkeletons } from './item-skeletons.js'

/** The messages that mention the person, in all their projects: those they have not read come first. */
export function Mentions() {
  const t = useTranslations('notes')
  const name = useId()
  const [filter, setFilter] = useState<'all' | 'unread'>('all')
  const unread = useMentions({ isUnseenOnly: true })
  const all = useMentions({ isUnseenOnly: false, isWanted: filter === 'all' })
  const { markSeen } = useSeenOrToast()
  const earlier = useMemo(
    () => all.mentions?.filter(({ seenAt }) => seenAt !== null),
    [all.mentions],
  )
  const shown = useMemo(
    () => [...(unread.mentions ?? []), ...((filter === 'all' && earlier) || [])],
    [unread.mentions, earlier, filter],
  )
  const findTitle = useTitles(shown)
  // An edit that adds somebody to an older message is a newer mention.
  const newestAt = unread.mentions
    ?.map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)
  const error = unread.error ?? (filter === 'all' ? all.error : null)
  const isKnown = unread.mentions !== undefined && (filter === 'unread' || earlier !== undefined)
  const retry = () => {
    if (unread.error) unread.retry()
    if (all.error) all.retry()
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <fieldset className="flex w-fit rounded-control bg-sunken p-0.5">
          <legend className="sr-only">{t('showRead')}</legend>
          {(['all', 'unread'] as const).map(each => (
            <Segment
              key={each}
              name={name}
              checked={filter === each}
              onChange={() => setFilter(each)}
            >
              {t(each)}
            </Segment>
          ))}
        </fieldset>
        {newestAt !== undefined ? (
          <Button
            look="ghost"
            icon={<CheckCheck size={14} aria-hidden="true" />}
            onClick={() => markSeen({ until: newestAt })}
          >
            {t('markAllRead')}
          </Button>
        ) : null}
      </div>
      {error && shown.length === 0 ? <ErrorView error={error} onRetry={retry} /> : null}
      {isKnown || error ? null : <ItemSkeletons />}
      {isKnown && shown.length === 0 ? <NoMentions filter={filter} /> : null}
      <MentionList
        label={t('unread')}
        mentions={unread.mentions ?? []}
        loaded={unread}
        findTitle={findTitle}
      />
      {filter === 'all' ? (
        <MentionList
          label={t('earlier')}
          mentions={earlier ?? []}
          loaded={all}
          findTitle={findTitle}
        />
      ) : null}
    </>
  )
}

function NoMentions({ filter }: { readonly filter: 'all' | 'unread' }) {
  const t = useTranslations('notes')
  const icon = <AtSign size={18} aria-hidden="true" />
  if (filter === 'unread') return <Empty icon={icon} title={t('noUnread')} />
  return <Empty icon={icon} title={t('noMentions')} hint={t('noMentionsHint')} />
}

interface MentionListProps {
  readonly label: string
  readonly mentions: readonly Mention[]
  readonly loaded: LoadedMentions
  readonly findTitle: FindTitle
}

function MentionList({ label, mentions, loaded, findTitle }: MentionListProps) {
  const t = useTranslations('notes')
  if (mentions.length === 0) return null
  return (
    <section aria-label={label} className="mb-4">
      <h2 className="py-1 text-small font-medium text-muted">{label}</h2>
      <ul>
        {mentions.map(mention => (
          <MentionItem key={mention.id} mention={mention} findTitle={findTitle} />
        ))}
      </ul>
      {loaded.loadMore ? (
        <div className="py-2">
          <Button disabled={loaded.isLoadingMore} onClick={loaded.loadMore}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface MentionItemProps {
  readonly mention: Mention
  readonly findTitle: FindTitle
}

function MentionItem({ mention, findTitle }: MentionItemProps) {
  const t = useTranslations('notes')
  const { boot, place } = usePlace()
  const { data: model } = useSchema()
  const { getName } = useNames()
  const { markSeen } = useSeenOrToast()
  const { id, author, note, project, environment, content, createdAt, seenAt } = mention
  const isHere = environment.id === place.environment.id
  const name = note.collectionName ?? ''
  const title = isHere ? findTitle({ collection: name, id: note.recordId }) : undefined
  const collection = (isHere && model?.collections.get(name)?.label) || name
  const address = formatNoteAddress(boot.projects, place, locateMention(mention))
  const elsewhere = t('elsewhere', { project: project.name, environment: environment.name })
  const see = () => markSeen({ ids: [id] })
  return (
    <InboxItem
      name={getName(author)}
      about={`${collection} ${title ?? note.recordId}`}
      instant={createdAt}
      text={readMessageText(content)}
      address={address}
      unread={seenAt === null ? t('isUnread') : undefined}
      {...(seenAt === null && { onOpen: see })}
    >
      {isHere ? null : (
        <span className="text-small text-muted">
          {address === undefined ? t('notReadable', { place: elsewhere }) : elsewhere}
        </span>
      )}
      {seenAt === null ? (
        <Button look="ghost" onClick={see}>
          {t('markRead')}
        </Button>
      ) : null}
    </InboxItem>
  )
}

/** The titles of the records of this environment: another one has another agent. */
function useTitles(mentions: readonly Mention[]): FindTitle {
  const { environment } = usePlace().place
  return useRecordTitles(
    mentions.flatMap(mention => {
      const { collectionName, recordId } = mention.note
      const isHere = mention.environment.id === environment.id
      return isHere && collectionName !== null ? [{ collection: collectionName, id: recordId }] : []
    }),
  )
}

/** Marks mentions as seen, and says when that fails. */
function useSeenOrToast() {
  const t = useTranslations('notes')
  const mark = useMarkSeen()
  const { show } = useToasts()
  const describeError = useErrorText()
  return {
    markSeen(choice: Parameters<typeof mark>[0]) {
      void mark(choice).catch(cause =>
        show({ text: t('notSaved'), kind: 'danger', details: describeError(cause) }),
      )
    },
  }
}
