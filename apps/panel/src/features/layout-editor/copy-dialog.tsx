import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { diffLayouts } from '../../core/layout/diff-layouts.js'
import { isDraftChanged, type TaggedLayout } from '../../core/layout/layout-draft.js'
import { copyLayout, fetchTaggedLayout, type LayoutOwner } from '../../data/layout-api.js'
import { usePlace } from '../../data/place-context.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Select } from '../../ui/select.js'
import { ChangeList } from './change-list.js'
import type { EditorDialogProps } from './editor-props.js'
import { useOwner } from './use-editor-model.js'

interface Target extends LayoutOwner {
  readonly key: string
  readonly label: string
}

/** Copies the published layout to another team or environment, after its differences were shown. */
export function CopyDialog({ draft, collections, guess, onClose }: EditorDialogProps) {
  const t = useTranslations('layoutEditor.copying')
  const app = useTranslations('app')
  const owner = useOwner()
  const describeError = useErrorText()
  const { show } = useToasts()
  const targets = useTargets()
  const [key, setKey] = useState(targets[0]?.key ?? '')
  const [found, setFound] = useState<TaggedLayout & { readonly key: string }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const target = targets.find(each => each.key === key)

  useEffect(() => {
    if (!target) return
    let isWanted = true
    fetchTaggedLayout(target).then(
      layout => isWanted && setFound({ ...layout, key: target.key }),
      error => isWanted && setProblem(describeError(error)),
    )
    return () => {
      isWanted = false
    }
  }, [target, describeError])

  async function submit() {
    if (!target || found?.key !== target.key) return
    setBusy(true)
    setProblem(undefined)
    try {
      await copyLayout(target, found.tag, owner)
      show({ text: t('copied', { target: target.label }) })
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }

  const isKnown = found !== undefined && found.key === key
  const changes = isKnown ? diffLayouts(found.layout, draft.base.layout, guess) : []
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={app('close')} shape="wide">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        {targets.length === 0 ? (
          <p className="text-muted">{t('none')}</p>
        ) : (
          <div className="flex flex-col gap-1">
            <span aria-hidden="true" className="text-small font-medium text-muted">
              {t('to')}
            </span>
            <Select
              label={t('to')}
              value={key}
              isWide
              onChange={next => {
                setKey(next)
                setProblem(undefined)
              }}
            >
              {targets.map(each => (
                <option key={each.key} value={each.key}>
                  {each.label}
                </option>
              ))}
            </Select>
          </div>
        )}
        {isDraftChanged(draft) ? <p className="text-warning">{t('withoutDraft')}</p> : null}
        {draft.base.layout === null ? <p className="text-muted">{t('nothing')}</p> : null}
        {isKnown ? (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">{t('changes')}</h3>
            <ChangeList changes={changes} collections={collections} />
          </section>
        ) : null}
        <p className="text-small text-muted">{t('ids')}</p>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        {problem === undefined ? null : (
          <p role="alert" className="min-w-0 flex-1 text-danger">
            {problem}
          </p>
        )}
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          size="form"
          look="primary"
          disabled={!isKnown || changes.length === 0 || isBusy || draft.base.layout === null}
          onClick={() => void submit()}
        >
          {t('submit')}
        </Button>
      </footer>
    </Dialog>
  )
}

/** Every other team and environment of the project that the person can open. */
function useTargets(): readonly Target[] {
  const { project, environment, team } = usePlace().place
  const [targets] = useState(() =>
    project.environments.flatMap(each =>
      each.teams
        .filter(({ id }) => each.id !== environment.id || id !== team.id)
        .map(
          ({ id, name }): Target => ({
            key: `${each.id} ${id}`,
            label: `${each.name} / ${name}`,
            projectId: project.id,
            environmentId: each.id,
            teamId: id,
          }),
        ),
    ),
  )
  return targets
}
