import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Load<T> = () => Promise<T>
/** Resolves when code that could not be loaded may be there by now; rejects when that is in vain. */
type Recover = (error: unknown) => Promise<void>

let createRecovery = (): Recover => error => Promise.reject(error)

/** Sets what is done about parts that cannot be loaded, for each of them. */
export function setCodeRecovery(create: () => Recover): void {
  createRecovery = create
}

let loadBesides: Load<unknown> = async () => {}

/** Sets what every part needs besides its code. */
export function setPartNeeds(load: Load<unknown>): void {
  loadBesides = load
}

/**
 * Like `lazy`, for parts of the page that may be opened while nobody serves their code: they appear
 * when it is there.
 *
 * @example
 * const Help = lazyPart(() => import('./help.js'))
 */
export function lazyPart<P>(
  load: Load<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => loadPart(load, createRecovery()))
}

async function loadPart<T>(load: Load<T>, recover: Recover): Promise<T> {
  try {
    const [part] = await Promise.all([load(), loadBesides()])
    return part
  } catch (error) {
    await recover(error)
    return loadPart(load, recover)
  }
}
