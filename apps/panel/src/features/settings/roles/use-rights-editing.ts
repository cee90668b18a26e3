import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { getCellKey } from '../../../core/rights/rights-cells.js'
import type { RightsDocument } from '../../../core/rights/rights-document.js'
import {
  editRole,
  emptyDraft,
  isOutdated,
  listRightsToSave,
  type RebasedDraft,
  type RightsDraft,
  rebaseDraft,
  type StoredRights,
} from '../../../core/rights/rights-draft.js'
import { ApiError } from '../../../data/api-error.js'
import { useRightsDraft } from '../../../data/settings/rights-drafts.js'
import { useSaveRights } from '../../../data/settings/use-rights.js'
import { useToasts } from '../../../shell/toasts.js'
import type { EditRights } from './rights-matrix.js'

/** A draft that was made anew, with conflicts to decide. */
export interface OpenConflict {
  readonly rebased: RebasedDraft
  readonly stored: readonly StoredRights[]
}

interface RightsSource {
  readonly environmentId: number
  readonly roles: readonly StoredRights[]
  /** Reads the rights again. */
  readonly reload: () => Promise<readonly StoredRights[]>
  readonly onConflict: (conflict: OpenConflict) => void
}

const nothing: ReadonlySet<string> = new Set()

/** The rights of all roles while somebody edits them. */
export function useRightsEditing(source: RightsSource) {
  const { environmentId, roles, reload, onConflict } = source
  const t = useTranslations('roles')
  const { show } = useToasts()
  const [draft, setDraft] = useRightsDraft(environmentId)
  const save = useSaveRights(environmentId)
  const toSave = useMemo(() => listRightsToSave(draft), [draft])
  const changed = useMemo(
    () => new Map(toSave.map(({ role, changes }) => [role.id, collectKeys(changes)])),
    [toSave],
  )
  const count = toSave.reduce((sum, { changes }) => sum + changes.length, 0)

  const edit: EditRights = (id, change) => {
    const base = roles.find(each => each.role.id === id)
    if (base) setDraft(editRole(draft, base, change))
  }

  /** Makes a draft anew on what is stored now, and asks where two people changed the same. */
  async function catchUp(current: RightsDraft = draft) {
    const stored = await reload()
    const rebased = rebaseDraft(current, stored)
    setDraft(rebased.draft)
    if (rebased.conflicts.length > 0) onConflict({ rebased, stored })
    else show({ text: t('caughtUp') })
  }

  /** What is saved is no longer part of the draft, also when the next role cannot be saved. */
  async function saveAll() {
    let left = draft
    try {
      for (const each of toSave) {
        await save(each)
        left = new Map([...left].filter(([id]) => id !== each.role.id))
        setDraft(left)
      }
      show({ text: t('saved', { count }), kind: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'rights_changed')) throw error
      await catchUp(left)
    }
  }

  return {
    draft,
    toSave,
    count,
    edit,
    saveAll,
    catchUp,
    isOutdated: isOutdated(draft, roles),
    replace: setDraft,
    discard: () => setDraft(emptyDraft),
    getRights: ({ role, rights }: StoredRights): RightsDocument =>
      draft.get(role.id)?.rights ?? rights,
    getChanged: (roleId: number): ReadonlySet<string> => changed.get(roleId) ?? nothing,
  }
}

const collectKeys = (changes: readonly { cell: Parameters<typeof getCellKey>[0] }[]) =>
  new Set(changes.map(({ cell }) => getCellKey(cell)))
