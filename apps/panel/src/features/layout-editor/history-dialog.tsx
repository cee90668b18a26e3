import type { LayoutVersion } from '@service/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { diffLayouts, type LayoutChange } from '../../core/layout/diff-layouts.js'
import { isDraftChanged } from '../../core/layout/layout-draft.js'
import { formatDate } from '../../core/text/format-date.js'
import {
  fetchLayoutHistory,
  fetchLayoutVersion,
  fetchTaggedLayout,
  restoreLayout,
} from '../../data/layout-api.js'
import { useDateStyle } from '../../data/use-date-style.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { ChangeList } from './change-list.js'
import type { EditorDialogProps } from './editor-props.js'
import { edit } from './editor-store.js'
import { useOwner } from './use-editor-model.js'
import { isOutdated, usePublish } from './use-publish.js'

/** Who published which version, what it changed, and a way back to it. */
export function HistoryDialog({ draft, collections, guess, onClose }: EditorDialogProps) {
  const t = useTranslations('layoutEditor.historyList')
  const app = useTranslations('app')
  const owner = useOwner()
  const { show } = useToasts()
  const { adopt } = usePublish()
  const describeError = useErrorText()
  const [versions, setVersions] = useState<readonly LayoutVersion[]>()
  const [next, setNext] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<OpenedVersion>()
  const fail = useCallback((error: unknown) => setProblem(describeError(error)), [describeError])

  const load = useCallback(
    async (cursor?: string) => {
      const page = await fetchLayoutHistory(owner, cursor)
      setVersions(known => [...(cursor === undefined ? [] : (known ?? [])), ...page.data])
      setNext(page.nextCursor)
    },
    [owner],
  )
  useEffect(() => {
    load().catch(fail)
  }, [load, fail])

  async function open(version: number) {
    const [after, before] = await Promise.all(
      [version, version - 1].map(each =>
        each < 1 ? null : fetchLayoutVersion(owner, each).then(({ layout }) => layout),
      ),
    )
    setOpened({ version, changes: diffLayouts(before ?? null, after ?? null, guess) })
  }

  async function restore(version: number) {
    setProblem(undefined)
    try {
      if (isDraftChanged(draft)) {
        const { layout } = await fetchLayoutVersion(owner, version)
        edit(() => layout)
      } else {
        adopt(await restoreLayout(owner, draft.base.tag, version))
        show({ text: t('restored', { version }) })
      }
      onClose()
    } catch (error) {
      fail(error)
      if (isOutdated(error) && !isDraftChanged(draft)) {
        adopt(await fetchTaggedLayout(owner))
        await load()
      }
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={app('close')} shape="wide">
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto p-4">
        {problem === undefined ? null : (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        {versions?.length === 0 ? <p className="text-muted">{t('none')}</p> : null}
        <ol className="flex flex-col">
          {(versions ?? []).map((version, index) => (
            <li key={version.version} className="border-b border-line py-2 last:border-0">
              <VersionLine
                version={version}
                isCurrent={index === 0}
                isOpen={opened?.version === version.version}
                isForDraft={isDraftChanged(draft)}
                onOpen={() => {
                  if (opened?.version === version.version) setOpened(undefined)
                  else open(version.version).catch(fail)
                }}
                onRestore={() => void restore(version.version)}
              />
              {opened?.version === version.version ? (
                <div className="pt-2 pl-4">
                  <ChangeList changes={opened.changes} collections={collections} />
                </div>
              ) : null}
            </li>
          ))}
        </ol>
        {next === null ? null : (
          <div>
            <Button onClick={() => load(next).catch(fail)}>{t('older')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface OpenedVersion {
  readonly version: number
  readonly changes: readonly LayoutChange[]
}

interface VersionLineProps {
  readonly version: LayoutVersion
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly isForDraft: boolean
  readonly onOpen: () => void
  readonly onRestore: () => void
}

function VersionLine(props: VersionLineProps) {
  const { version, isCurrent, isOpen, isForDraft, onOpen, onRestore } = props
  const t = useTranslations('layoutEditor.historyList')
  const style = useDateStyle()
  const number = version.version
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium tabular-nums">{t('version', { number })}</span>
      <span className="min-w-0 flex-1 text-muted max-sm:order-last max-sm:basis-full sm:truncate">
        {version.author?.name ?? t('service')}
        {' · '}
        {formatDate(version.createdAt, style)}
        {isCurrent ? ` · ${t('current')}` : ''}
      </span>
      <Button
        look="ghost"
        aria-expanded={isOpen}
        aria-label={t('showChanges', { number })}
        onClick={onOpen}
      >
        {t('changes')}
      </Button>
      {isCurrent ? null : (
        <Button aria-label={t('restoreVersion', { number })} onClick={onRestore}>
          {isForDraft ? t('load') : t('restore')}
        </Button>
      )}
    </div>
  )
}
