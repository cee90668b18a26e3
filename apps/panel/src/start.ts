import { sendFirstRequests } from './data/first-requests.js'

sendFirstRequests()
