import { useCallback, useEffect, useRef, useState } from 'react'
import type { Diagnosis, TestStep } from '../../core/onboarding/diagnose-connection.js'
import { testConnection } from '../../data/onboarding/test-connection.js'
import type { WatchedEnvironment } from '../../data/onboarding/use-agent-state.js'
import { setTimer } from '../../data/set-timer.js'
import type { Target } from './find-target.js'

/** How often an agent that has just connected is tested, and the milliseconds before each time. */
const attempts = 6
const pause = 500

export interface RunningTest {
  readonly isRunning: boolean
  readonly passed: readonly TestStep[]
  /** Absent before the first test. */
  readonly diagnosis?: Diagnosis
  run(): void
}

/** Tests the connection on request, and whenever the agent connects or describes its collections. */
export function useConnectionTest(
  { project, environment: { id: environmentId, teams } }: Target,
  environment: WatchedEnvironment | undefined,
): RunningTest {
  const [passed, setPassed] = useState<readonly TestStep[]>([])
  const [diagnosis, setDiagnosis] = useState<Diagnosis>()
  const [isRunning, setRunning] = useState(false)
  const last = useRef(0)
  const agentUrl = environment?.agentUrl ?? null
  const renderingId = teams[0]?.renderingId ?? 0
  const run = useCallback(async (): Promise<Diagnosis | undefined> => {
    last.current += 1
    const turn = last.current
    const isCurrent = () => last.current === turn
    setRunning(true)
    setPassed([])
    const place = { projectId: project.id, environmentId, renderingId }
    const found = await testConnection(agentUrl, place, step => {
      if (isCurrent()) setPassed(before => [...before, step])
    })
    if (!isCurrent()) return undefined
    if (found.kind === 'works') setPassed(['reach', 'read', 'session'])
    setDiagnosis(found)
    setRunning(false)
    return found
  }, [agentUrl, project.id, environmentId, renderingId])

  const isConnected = environment?.agent.state === 'connected'
  const schemaAt = environment?.agent.schemaAt
  useEffect(() => {
    if (!isConnected || schemaAt == null) return
    let cancel = () => {}
    // An agent describes its collections a moment before it serves them.
    const testSoon = (left: number) => {
      cancel = setTimer(async () => {
        const found = await run()
        if (found && found.kind !== 'works' && left > 1) testSoon(left - 1)
      }, pause)
    }
    testSoon(attempts)
    return () => cancel()
  }, [isConnected, schemaAt, run])

  return { isRunning, passed, ...(diagnosis && { diagnosis }), run: () => void run() }
}
