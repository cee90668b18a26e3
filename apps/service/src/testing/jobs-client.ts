import { type Answer, ask } from './ask.js'
import type { SeededProject } from './seed.js'

/** Starts jobs of a project and looks at them, as a client does. */
export function createJobsClient(
  url: string,
  project: Pick<SeededProject, 'id'>,
  headers: Readonly<Record<string, string>>,
) {
  const base = `/api/projects/${project.id}/jobs`
  const send = (method: string, path: string, body?: unknown, more = {}): Promise<Answer> =>
    ask(url, method, path, { headers: { ...headers, ...more }, body })
  const show = (id: number, query = '') => send('GET', `${base}/${id}${query}`)
  /** Waits for a status; of one that has ended for good, it is told at once. */
  const until = async (id: number, isReached: (job: Answer['body']) => boolean) => {
    for (let query = ''; ; ) {
      const { body } = await show(id, query)
      if (isReached(body)) return body
      query = `?wait=30&status=${body.status}`
      if (body.exitCode !== null) throw new Error(`Job ${id} has ended: ${JSON.stringify(body)}`)
    }
  }
  return {
    start: (body: object, more = {}) => send('POST', base, body, more),
    list: (query = '') => send('GET', `${base}${query}`),
    show,
    cancel: (id: number) => send('DELETE', `${base}/${id}`),
    hasStatus: (id: number, status: string) => until(id, job => job.status === status),
    hasEnded: (id: number) => until(id, job => job.exitCode !== null),
    /** Starts one and waits for its end. */
    async run(body: object) {
      const started = await send('POST', base, body)
      if (started.status !== 202) throw new Error(JSON.stringify(started.body))
      return until(started.body.id, job => job.exitCode !== null)
    },
  }
}
export type JobsClient = ReturnType<typeof createJobsClient>
