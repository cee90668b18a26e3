import { ConflictError } from '../../errors.js'

const UNIQUE_VIOLATION = '23505'

/** Awaits a change that sets a name, and throws a conflict when the name is taken. */
export async function refuseTakenName<T>(
  noun: 'project' | 'environment' | 'role' | 'team' | 'segment' | 'chart' | 'dashboard' | 'view',
  change: Promise<T>,
): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!isTakenName(error)) throw error
    throw new ConflictError(`Another ${noun} has this name already.`, `${noun}_name_taken`)
  }
}

/** The unique indexes on names are called `teams_name` and so on. */
function isTakenName(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION &&
    'constraint' in error &&
    String(error.constraint).endsWith('s_name')
  )
}
