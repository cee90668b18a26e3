export type { HttpBody, HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from './message.js'
