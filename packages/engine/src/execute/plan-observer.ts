/** A step of a plan that runs in memory. */
export interface ObservedStep {
  readonly kind: 'unwrap' | 'join' | 'compute' | 'filter' | 'sort' | 'page' | 'shape' | 'fold'
  /** The collection that is joined, computed or folded. */
  readonly collection?: string
  /** The relation that is joined, or the field that is computed. */
  readonly field?: string
}

/** Follows plans while they are made and run. It receives names, never values. */
export interface PlanObserver {
  /** A plan of this collection starts to run. */
  started(collection: string): void
  /** Makes the plan of a query for which the cache has none. */
  plan<T>(collection: string, make: () => Promise<T>): Promise<T>
  step<T>(step: ObservedStep, run: () => T | Promise<T>): T | Promise<T>
}

/** How runs of plans are followed. Absent when nobody does: then nothing is measured. */
export interface PlanTracing {
  /** Receives the printed plan of each request. */
  readonly debug?: (text: string) => void
  readonly observer?: PlanObserver
}
