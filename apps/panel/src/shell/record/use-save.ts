import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type Draft, invertDraft, settleFields } from '../../core/record/draft.js'
import { readRecord } from '../../core/record/read-document.js'
import { buildSave } from '../../core/record/write-requests.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { useWrite } from '../../data/use-write.js'
import { useToasts } from '../toasts.js'
import { useUndo } from '../undo.js'

/** A save that stopped half-way: what is left of the draft, and why. */
export class SaveError extends Error {
  override readonly name = 'SaveError'
  readonly left: Draft

  constructor(left: Draft, cause: unknown) {
    super('The record could not be saved.', { cause })
    this.left = left
  }
}

/** Saves the changes of a record that exists, says so and remembers how to take them back. */
export function useSave(
  collection: CollectionModel,
): (draft: Draft, title: string) => Promise<void> {
  const t = useTranslations('record')
  const write = useWrite()
  const { push, waitFor, undo } = useUndo()
  const { show } = useToasts()

  const send = useCallback(
    async (draft: Draft): Promise<Draft> => {
      let left = draft
      let saved = draft
      for (const request of buildSave(draft, collection)) {
        try {
          const [response] = await write([request])
          const { effect } = request
          if (effect.kind !== 'update') continue
          const names = Object.keys({ ...effect.values, ...effect.related })
          // What the agent made of the values is what an undo has to expect.
          const values = pick(readRecord(response)?.values ?? {}, names)
          left = settleFields(left, names, values)
          saved = { ...saved, changes: { ...saved.changes, ...values } }
        } catch (error) {
          throw new SaveError(left, error)
        }
      }
      return saved
    },
    [write, collection],
  )

  return useCallback(
    (draft, title) => {
      async function save(): Promise<void> {
        const saved = await send(draft)
        push({
          label: t('editOf', { title }),
          redo: async () => void (await unwrap(send(draft))),
          undo: async () => void (await unwrap(send(invertDraft(saved)))),
        })
        show({ text: t('saved', { title }), undo })
      }
      return waitFor(save())
    },
    [send, push, waitFor, show, undo, t],
  )
}

async function unwrap<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving
  } catch (error) {
    throw error instanceof SaveError ? error.cause : error
  }
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(values, name)).map(name => [name, values[name]]),
  )
}
