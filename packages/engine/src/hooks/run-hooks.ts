import type { CollectionModel, EngineCall } from '../model/model.js'
import type { Hook, HookContext, HookMembers, HookPosition, HookType } from './hook-contexts.js'

/**
 * Runs the hooks of a position and type one after the other; a hook that throws ends the request.
 */
export async function runHooks<P extends HookPosition, T extends HookType>(
  collection: CollectionModel,
  position: P,
  type: T,
  call: EngineCall,
  members: HookMembers<P, T>,
): Promise<void> {
  const hooks: readonly Hook<P, T>[] | undefined = collection.hooks?.[type]?.[position]
  if (!hooks || hooks.length === 0) return
  const common = collection.context(call, `${collection.name} ${position} ${type} hook`)
  // The cast is needed because the compiler cannot combine P and T.
  const context = Object.freeze({ ...common, ...members }) as HookContext<P, T>
  for (const hook of hooks) await hook(context)
}
