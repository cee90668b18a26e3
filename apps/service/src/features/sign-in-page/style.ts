/** The style of the sign-in and consent pages: one centered column, with a dark variant. */
export const style = `
:root { color-scheme: light dark; --line: #767676; --accent: #1d4ed8; --wrong: #b91c1c; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --line: #8f8f8f; --accent: #93b4fd; --wrong: #fca5a5; --on-accent: #111 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { width: min(24rem, 100vw - 2rem); padding: 1rem 0 }
h1 { font-size: 1.5rem; margin: 0 0 1rem }
label { display: block; font-weight: 600; margin-top: 1rem }
fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0 0; padding: .25rem 1rem 1rem }
legend { font-weight: 600; padding: 0 .25rem }
.choice { font-weight: 400; margin-top: .5rem }
.choice input { width: auto; margin: 0 .5rem 0 0 }
input { width: 100%; font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: Canvas; color: CanvasText }
input[aria-invalid] { border-color: var(--wrong) }
button { margin-top: 1.5rem; width: 100%; font: inherit; font-weight: 600; padding: .6rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); cursor: pointer }
button.quiet { margin-top: .75rem; background: none; color: var(--accent); border: 1px solid var(--line) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
.wrong { border: 2px solid var(--wrong); border-radius: 6px; padding: .75rem 1rem }
.wrong h2 { font-size: 1rem; margin: 0; color: var(--wrong) }
.wrong p { margin: .25rem 0 0 }
`
