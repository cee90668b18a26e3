import type { SchemaFile } from '@service/protocol'
import type {
  ActionRights,
  CollectionRights,
  InProcessCollectionRights,
  InProcessService,
  RoleRight,
} from '@service/service-client'
import {
  type ActionPermission,
  type CollectionOverrides,
  type CollectionPermission,
  emptyPatch,
  patchAction,
  patchCollection,
} from './permission-overrides.js'

/** Rights that temporarily override those that were set. */
export interface Overrides {
  /** Sets the rights below the overrides. */
  setRights(collection: string, rights: InProcessCollectionRights): void
  overrideCollection(collection: string, permission: CollectionPermission): void
  overrideAction(collection: string, action: string, permission: ActionPermission): void
  clear(): void
  /** Called after the schema changed, because there may be new collections. */
  refresh(): void
}

/** `schema` is called when rights given to everyone have to be listed by collection. */
export function createOverrides(
  service: InProcessService,
  schema: () => SchemaFile | undefined,
): Overrides {
  const patches = new Map<string, CollectionOverrides>()
  /** Rights that were set, by collection; other collections have their initial rights. */
  const given = new Map<string, InProcessCollectionRights>()
  const { rights: first } = service.snapshot
  const collections = () => schema()?.collections ?? []

  const findBaseRights = (name: string): InProcessCollectionRights => {
    const known = given.get(name)
    if (known !== undefined) return known
    if (first === true) return true
    const granted = first.get(name)
    return granted === undefined ? false : writtenOut(granted)
  }

  const actionNames = (name: string) =>
    collections()
      .find(collection => collection.name === name)
      ?.actions.map(action => action.name) ?? []

  const computeRights = (name: string): InProcessCollectionRights => {
    const patch = patches.get(name)
    return patch ? patched(findBaseRights(name), patch, actionNames(name)) : findBaseRights(name)
  }

  const apply = () => {
    if (first === true && given.size + patches.size === 0) return service.replaceRights(true)
    const names = new Set([
      ...(first === true ? [] : first.keys()),
      ...given.keys(),
      ...patches.keys(),
      ...collections().map(({ name }) => name),
    ])
    service.replaceRights(Object.fromEntries([...names].map(name => [name, computeRights(name)])))
  }

  return {
    setRights(collection, rights) {
      given.set(collection, rights)
      apply()
    },
    overrideCollection(collection, permission) {
      patches.set(collection, patchCollection(patches.get(collection) ?? emptyPatch, permission))
      apply()
    },
    overrideAction(collection, action, permission) {
      const patch = patches.get(collection) ?? emptyPatch
      patches.set(collection, patchAction(patch, action, permission, roleIds(service)))
      apply()
    },
    clear() {
      if (patches.size === 0) return
      patches.clear()
      apply()
    },
    refresh() {
      if (given.size + patches.size > 0) apply()
    },
  }
}

function roleIds({ snapshot: { roles, users } }: InProcessService): readonly number[] {
  return [...new Set([...roles.keys(), ...[...users.values()].map(({ roleId }) => roleId)])]
}

function patched(
  base: InProcessCollectionRights,
  { rights, fields, actions }: CollectionOverrides,
  actionNames: readonly string[],
): InProcessCollectionRights {
  const open = typeof base === 'boolean' ? opened(base, actionNames) : base
  const ofFields = Object.entries(fields).map(([name, field]) => [
    name,
    { read: true, edit: true, ...open.fields?.[name], ...field },
  ])
  const ofActions = Object.entries(actions).map(([name, action]) => [
    name,
    { ...actionRights(open.actions?.[name] ?? false), ...action },
  ])
  return {
    ...open,
    ...rights,
    fields: { ...open.fields, ...Object.fromEntries(ofFields) },
    actions: { ...open.actions, ...Object.fromEntries(ofActions) },
  }
}

type DetailedRights = Exclude<InProcessCollectionRights, boolean>

/** All rights, or none, by name. */
function opened(isOpen: boolean, actionNames: readonly string[]): DetailedRights {
  return {
    browse: isOpen,
    read: isOpen,
    edit: isOpen,
    add: isOpen,
    delete: isOpen,
    export: isOpen,
    actions: Object.fromEntries(actionNames.map(name => [name, isOpen])),
  }
}

function writtenOut({ fields, actions, ...granted }: CollectionRights): InProcessCollectionRights {
  if (actions === true && !fields && Object.values(granted).every(right => right === true)) {
    return true
  }
  return {
    ...granted,
    ...(fields && { fields: Object.fromEntries(fields) }),
    actions: Object.fromEntries(actions === true ? [] : (actions ?? [])),
  }
}

function actionRights(right: RoleRight | ActionRights): ActionRights {
  return typeof right === 'object' && 'trigger' in right ? right : { trigger: right }
}
