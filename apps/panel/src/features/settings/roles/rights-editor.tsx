import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasSameRights } from '../../../core/rights/compare-rights.js'
import { readCollectionRights } from '../../../core/rights/rights-document.js'
import { decideConflicts, type StoredRights } from '../../../core/rights/rights-draft.js'
import type { UploadedCollection } from '../../../core/rights/uploaded-schema.js'
import type { EnvironmentRights, ProjectEnvironment } from '../../../data/settings/use-rights.js'
import { Button } from '../../../ui/button.js'
import { SearchInput } from '../../../ui/search-input.js'
import { Select } from '../../../ui/select.js'
import { CollectionDrawer } from './collection-drawer.js'
import { RightsConflictDialog } from './conflict-dialog.js'
import { ReviewDialog } from './review-dialog.js'
import { type MatrixRow, RightsMatrix } from './rights-matrix.js'
import { RightsNotices } from './rights-notices.js'
import type { RightsSubject } from './rights-subject.js'
import { type RightsView, RoleSelect, Unsaved, ViewChoice } from './rights-toolbar.js'
import { DeleteRoleDialog, RoleDialog } from './role-dialogs.js'
import { type OpenConflict, useRightsEditing } from './use-rights-editing.js'
import ViewAsButton from './view-as-button.js'

interface RightsEditorProps {
  readonly environment: ProjectEnvironment
  readonly stored: EnvironmentRights
  readonly subject: RightsSubject
  readonly roleId: number | undefined
  readonly onChooseRole: (id: number | undefined) => void
  /** Reads the rights again. */
  readonly onReload: () => Promise<readonly StoredRights[]>
}

type Opened =
  | { readonly kind: 'review' | 'rename' | 'delete' }
  | { readonly kind: 'conflict'; readonly conflict: OpenConflict }
  | { readonly kind: 'collection'; readonly roleId: number; readonly name: string }

/** Edits the rights of all roles in an environment; nothing is stored before it was reviewed. */
export function RightsEditor(props: RightsEditorProps) {
  const { environment, stored, subject, onChooseRole } = props
  const t = useTranslations('roles')
  const [view, setView] = useState<RightsView>('role')
  const [comparedId, setComparedId] = useState('')
  const [collectionName, setCollectionName] = useState('')
  const [text, setText] = useState('')
  const [isOnlyDifferent, setOnlyDifferent] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const roles = stored.data
  const editing = useRightsEditing({
    environmentId: environment.id,
    roles,
    reload: props.onReload,
    onConflict: conflict => setOpened({ kind: 'conflict', conflict }),
  })
  const { draft, toSave, count, edit, getRights } = editing
  const collections = useCollections(subject, roles)
  const role = roles.find(each => each.role.id === props.roleId) ?? roles[0]
  if (!role) return null
  const compared = roles.find(each => String(each.role.id) === comparedId && each !== role)
  const chosen = collections.find(({ name }) => name === collectionName) ?? collections[0]
  const rows =
    view === 'role'
      ? [
          buildRow(role, t('default')),
          ...collections.filter(isShown).map(each => buildRow(role, each.name, each)),
        ]
      : roles.map(each => buildRow(each, each.role.name, chosen))
  const inDrawer =
    opened?.kind === 'collection'
      ? {
          stored: roles.find(each => each.role.id === opened.roleId),
          collection: collections.find(({ name }) => name === opened.name),
        }
      : undefined
  const close = (kind: Opened['kind']) =>
    // What a dialog opens when it is done stays.
    setOpened(current => (current?.kind === kind ? undefined : current))

  return (
    <>
      <RightsNotices
        isOpen={stored.rights === 'open'}
        hasSchema={subject.schema !== undefined}
        isOutdated={editing.isOutdated}
        onCatchUp={() => void editing.catchUp()}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ViewChoice view={view} onChange={setView} />
        {view === 'role' ? (
          <>
            <RoleSelect
              label={t('role')}
              roles={roles}
              value={String(role.role.id)}
              onChange={value => onChooseRole(Number(value))}
            />
            <RoleSelect
              label={t('compareWith')}
              noneLabel={t('compareNone')}
              roles={roles.filter(each => each !== role)}
              value={compared ? comparedId : ''}
              onChange={setComparedId}
            />
            <ViewAsButton roleId={role.role.id} roleName={role.role.name} />
            <Button look="ghost" onClick={() => setOpened({ kind: 'rename' })}>
              {t('rename')}
            </Button>
            <Button look="ghost" onClick={() => setOpened({ kind: 'delete' })}>
              {t('delete')}
            </Button>
          </>
        ) : (
          <Select label={t('collection')} value={chosen?.name ?? ''} onChange={setCollectionName}>
            {collections.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
        <Unsaved
          count={count}
          onDiscard={editing.discard}
          onReview={() => setOpened({ kind: 'review' })}
        />
      </div>
      {view === 'role' ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="w-60 max-sm:w-full">
            <SearchInput
              label={t('find')}
              clearLabel={t('clear')}
              value={text}
              onChange={event => setText(event.target.value)}
              onClear={() => setText('')}
            />
          </div>
          <label className="flex items-center gap-2 text-muted pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="checkbox"
              checked={isOnlyDifferent}
              onChange={event => setOnlyDifferent(event.target.checked)}
            />
            {compared ? t('onlyUnequal') : t('onlyDifferent')}
          </label>
          <span className="text-small text-muted">{t('legend')}</span>
        </div>
      ) : null}
      <RightsMatrix
        label={
          view === 'role'
            ? t('rightsOf', { role: role.role.name })
            : t('rightsOn', { collection: chosen?.name ?? '' })
        }
        head={view === 'role' ? t('collection') : t('role')}
        rows={rows}
        compared={
          view === 'role' && compared
            ? { name: compared.role.name, rights: getRights(compared) }
            : undefined
        }
        onEdit={edit}
        onOpen={({ roleId, collection }) =>
          collection && setOpened({ kind: 'collection', roleId, name: collection.name })
        }
      />
      {inDrawer?.stored && inDrawer.collection ? (
        <CollectionDrawer
          environmentId={environment.id}
          role={inDrawer.stored.role.name}
          rights={getRights(inDrawer.stored)}
          collection={inDrawer.collection}
          subject={subject}
          onEdit={change => inDrawer.stored && edit(inDrawer.stored.role.id, change)}
          onClose={() => close('collection')}
        />
      ) : null}
      {opened?.kind === 'review' ? (
        <ReviewDialog
          environment={environment.name}
          draft={draft}
          toSave={toSave}
          subject={subject}
          onSave={editing.saveAll}
          onClose={() => close('review')}
        />
      ) : null}
      {opened?.kind === 'conflict' ? (
        <RightsConflictDialog
          rebased={opened.conflict.rebased}
          onDecide={kept => {
            const { rebased, stored: current } = opened.conflict
            editing.replace(decideConflicts(rebased, current, kept))
          }}
          onClose={() => close('conflict')}
        />
      ) : null}
      {opened?.kind === 'rename' ? (
        <RoleDialog role={role.role} onDone={() => {}} onClose={() => close('rename')} />
      ) : null}
      {opened?.kind === 'delete' ? (
        <DeleteRoleDialog
          role={role.role}
          onDone={() => onChooseRole(undefined)}
          onClose={() => close('delete')}
        />
      ) : null}
    </>
  )

  function buildRow(each: StoredRights, title: string, collection?: UploadedCollection): MatrixRow {
    return {
      key: `${each.role.id} ${collection?.name ?? ''}`,
      title,
      roleId: each.role.id,
      rights: getRights(each),
      changed: editing.getChanged(each.role.id),
      ...(collection && { collection }),
    }
  }

  function isShown(collection: UploadedCollection): boolean {
    const { name } = collection
    if (!role || !name.toLowerCase().includes(text.trim().toLowerCase())) return false
    if (!isOnlyDifferent) return true
    return compared
      ? !hasSameRights(getRights(role), getRights(compared), collection)
      : readCollectionRights(getRights(role), name).isOwn
  }
}

/** The collections of the schema, and those that rights name although no agent has them any more. */
function useCollections(
  { schema }: RightsSubject,
  roles: readonly StoredRights[],
): readonly UploadedCollection[] {
  return useMemo(() => {
    const known = schema?.collections ?? []
    const names = new Set(known.map(({ name }) => name))
    const gone = [...new Set(roles.flatMap(({ rights }) => Object.keys(rights.collections)))]
      .filter(name => !names.has(name))
      .sort()
    return [...known, ...gone.map(name => ({ name, isReadOnly: false, fields: [], actions: [] }))]
  }, [schema, roles])
}
