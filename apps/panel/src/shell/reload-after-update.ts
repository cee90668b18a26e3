const KEY = 'reloaded-build'

/**
 * Loads the page again when a part of this build is gone, as after an update of the service. A build
 * whose parts stay missing is loaded again once only.
 */
export function reloadAfterUpdate(build: string): void {
  window.addEventListener('vite:preloadError', event => {
    if (sessionStorage.getItem(KEY) === build) return
    event.preventDefault()
    sessionStorage.setItem(KEY, build)
    location.reload()
  })
}
