import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderCreateSections } from '../../core/record/check-draft.js'
import { setField } from '../../core/record/draft.js'
import { ApiError } from '../../data/api-error.js'
import { Button } from '../../ui/button.js'
import { Drawer, DrawerBody, DrawerFooter, DrawerForm } from '../../ui/drawer.js'
import type { CreateOpening } from '../../widgets/record-dialogs.js'
import { formatKeys } from '../format-keys.js'
import { useErrorText } from '../use-error-text.js'
import { useLeaving } from '../use-leaving.js'
import LeaveDialog from './leave-dialog.js'
import RecordForm from './record-form.js'
import { type FieldMessages, useCheckDraft } from './use-check-draft.js'
import { useCreate } from './use-create.js'

interface CreateDrawerProps {
  readonly opening: CreateOpening
  readonly onEnd: () => void
  /** What was opened from here. */
  readonly children: ReactNode
}

const submitKeys = ['Enter', 's']

/** The form of a new record. */
export default function CreateDrawer({ opening, onEnd, children }: CreateDrawerProps) {
  const t = useTranslations('record')
  const list = useTranslations('list')
  const { collection, onCreated } = opening
  const [draft, setDraft] = useState(opening.draft)
  const [problems, setProblems] = useState<FieldMessages>({})
  const [typing, setTyping] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const sections = orderCreateSections(collection)
  const [focus, setFocus] = useState(() => findFirstEmpty())
  const create = useCreate(opening)
  const check = useCheckDraft(collection)
  const describeError = useErrorText()
  const isTouched = draft !== opening.draft && !isSaving
  const leaving = useLeaving(isTouched, onEnd)

  function findFirstEmpty(): string | undefined {
    const names = sections.flatMap(({ fields }) => fields)
    return names.find(name => (opening.draft.changes[name] ?? null) === null) ?? names[0]
  }

  async function submit() {
    const found = check(draft, typing)
    setProblems(found)
    setError(undefined)
    setFocus(Object.keys(found)[0])
    if (Object.keys(found).length > 0 || isSaving) return
    setSaving(true)
    try {
      const created = await create(draft)
      onEnd()
      if (created) onCreated?.(created)
    } catch (cause) {
      const fields = cause instanceof ApiError ? cause.fields : {}
      setProblems(fields)
      setFocus(Object.keys(fields)[0])
      setError(describeError(cause))
      setSaving(false)
    }
  }

  return (
    <Drawer
      isOpen
      onClose={leaving.ask}
      title={list('newOf', { name: collection.label })}
      closeLabel={t('cancel')}
    >
      <DrawerForm keys={submitKeys} onSubmit={() => void submit()}>
        <DrawerBody>
          <RecordForm
            sections={sections.map(section => ({ ...section, columns: 1 }))}
            collection={collection}
            draft={draft}
            problems={problems}
            focus={focus}
            isDisabled={isSaving}
            onChange={(field, value) => {
              setDraft(before => setField(before, field, value))
              setProblems(({ [field]: _gone, ...others }) => others)
            }}
            onTyping={(field, problem) =>
              setTyping(({ [field]: _gone, ...others }) =>
                problem === undefined ? others : { ...others, [field]: problem },
              )
            }
          />
        </DrawerBody>
        <DrawerFooter>
          {error ? (
            <p role="alert" className="w-full min-w-0 wrap-anywhere text-danger">
              {error}
            </p>
          ) : null}
          <Button size="form" onClick={leaving.ask} keys={formatKeys('escape')}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            size="form"
            look="primary"
            disabled={isSaving}
            keys={formatKeys('mod+enter')}
          >
            {t('create')}
          </Button>
        </DrawerFooter>
      </DrawerForm>
      {leaving.isAsking ? (
        <LeaveDialog
          title={t('leaveTitle')}
          text={t('leaveText')}
          onStay={leaving.stay}
          onDiscard={leaving.leave}
        />
      ) : null}
      {children}
    </Drawer>
  )
}
