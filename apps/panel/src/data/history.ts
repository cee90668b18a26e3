import { createBrowserHistory, type RouterHistory } from '@tanstack/history'

/** The addresses that the page goes through. What would lose somebody's input can block it. */
export const history: RouterHistory = createBrowserHistory()
