import { useEffect } from 'react'

const KEY = 'reloaded-agent'

/**
 * Loads the page again when it may not call the agent, which was connected after the page was loaded: the
 * policy of the page names the agents of that time. Once for each agent, as the policy may stay as it is.
 */
export function useRefusedAgent(agentUrl: string | null): void {
  useEffect(() => {
    const reloadOnce = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      const isAgent = agentUrl !== null && blockedURI.startsWith(new URL(agentUrl).origin)
      if (effectiveDirective !== 'connect-src' || !isAgent) return
      if (sessionStorage.getItem(KEY) === agentUrl) return
      sessionStorage.setItem(KEY, agentUrl)
      window.location.reload()
    }
    document.addEventListener('securitypolicyviolation', reloadOnce)
    return () => document.removeEventListener('securitypolicyviolation', reloadOnce)
  }, [agentUrl])
}
