import type { HttpResponse } from '@service/http'
import { type Serialisers, serialisers } from '../serialise/serialisers.js'
import { observePieces } from './observe-body.js'
import { type Observer, observe } from './observer.js'

/** Measures how responses are written; a file is measured until its last line. */
export function observeSerialisers(observer: Observer): Serialisers {
  const observed = Object.entries(serialisers).map(([form, write]) => [
    form,
    (...values: unknown[]) =>
      observe(observer, { kind: 'serialise', form }, () =>
        (write as (...values: unknown[]) => unknown)(...values),
      ),
  ])
  // Every function has the type of the one it calls.
  const all = Object.fromEntries(observed) as Serialisers
  return { ...all, csv: (...values) => writeFile(observer, () => serialisers.csv(...values)) }
}

async function writeFile(
  observer: Observer,
  write: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const observation = observer.start({ kind: 'serialise', form: 'csv' })
  if (!observation) return write()
  try {
    const response = await observation.run(write)
    return observePieces(response, observation) ?? response
  } catch (error) {
    observation.fail(error)
    observation.end({})
    throw error
  }
}
