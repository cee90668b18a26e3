import { tokens } from './tokens.js'

/** The style of the pages that the service makes itself: one card, in the colours of the panel. */
export const style = `${tokens}
* { box-sizing: border-box }
[hidden] { display: none }
html { background: var(--bg); color: var(--text); font: 14px/20px "Inter Variable", Inter, system-ui, sans-serif; -webkit-text-size-adjust: none; text-size-adjust: none }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px }
main { width: 100%; max-width: 400px; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600 }
.brand svg { width: 24px; height: 24px; border-radius: 6px }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.01em; margin: 0 0 4px; text-wrap: balance }
p { margin: 12px 0 0 }
p small, .muted { font-size: 12px; line-height: 16px; color: var(--muted) }
label, legend { font-weight: 500 }
label { display: block; margin-top: 16px }
fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 20px 0 0; padding: 4px 12px 12px }
legend { padding: 0 4px }
.choice { display: flex; gap: 8px; font-weight: 400; margin-top: 8px }
.choice input { flex: none; width: 16px; height: 16px; min-height: 0; margin: 2px 0 0; accent-color: var(--accent) }
input { display: block; width: 100%; min-height: 36px; margin-top: 4px; padding: 6px 10px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px }
input[aria-invalid] { border-color: var(--danger) }
button { width: 100%; min-height: 36px; margin-top: 24px; padding: 6px 12px; font: inherit; font-weight: 500; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 6px; cursor: pointer }
button:hover { filter: brightness(.94) }
button.quiet { margin-top: 8px; color: var(--text); background: var(--surface); border-color: var(--line-strong) }
button.quiet:hover { filter: none; background: var(--hover) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: var(--accent); text-underline-offset: 2px }
code, pre { font: 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--sunken); border-radius: 6px }
code { padding: 1px 4px }
pre { margin: 12px 0 0; padding: 8px 12px; overflow-x: auto }
pre code { padding: 0 }
.wrong { margin-top: 16px; padding: 10px 12px; color: var(--danger); background: var(--danger-bg); border: 1px solid; border-radius: 6px }
.wrong h2 { font-size: inherit; line-height: inherit; font-weight: 600; margin: 0 }
.wrong p { margin: 0 }
.wrong a { color: inherit }
.facts { margin: 16px 0 0; border: 1px solid var(--line); border-radius: 6px }
.facts div { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 8px 12px }
.facts div + div { border-top: 1px solid var(--line) }
.facts dt { flex: 0 0 128px; color: var(--muted) }
.facts dd { flex: 1 1 140px; min-width: 0; margin: 0 }
.facts strong { font-weight: 500 }
.careful { padding: 8px 12px; color: var(--warning); background: var(--warning-bg); border-radius: 6px }
.buttons { display: flex; flex-direction: row-reverse; gap: 8px; margin-top: 24px }
.buttons button { margin-top: 0 }
@media (pointer: coarse) { input, button { min-height: 44px } }
@media (max-width: 480px) { body { place-items: start stretch; padding: 0 } main { max-width: none; min-height: 100dvh; padding: 24px 16px; border: 0; border-radius: 0 } }
@media (forced-colors: active) { button { border-color: ButtonText } }
`
