/** Widgets of values that few lists show: their code is loaded with the first of them. */
export { ShowBinary } from './binary/show.js'
export { ShowCode } from './code/show.js'
export { ShowFile } from './file/show.js'
export { ShowPerson } from './person/show.js'
export { ShowPoint } from './point/show.js'
export { ShowRichText } from './rich-text/show.js'
