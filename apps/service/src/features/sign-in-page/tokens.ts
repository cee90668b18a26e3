/** The colours of the panel that pages of the service use: `tokens.test.ts` takes them from its styles. */
export const tokens = `
:root { color-scheme: light dark;
--bg: light-dark(oklch(0.985 0.002 265), oklch(0.175 0.008 265));
--surface: light-dark(oklch(1 0 0), oklch(0.21 0.009 265));
--sunken: light-dark(oklch(0.967 0.003 265), oklch(0.155 0.008 265));
--hover: light-dark(oklch(0.955 0.004 265), oklch(0.255 0.011 265));
--line: light-dark(oklch(0.915 0.005 265), oklch(0.3 0.011 265));
--line-strong: light-dark(oklch(0.64 0.012 265), oklch(0.56 0.014 265));
--text: light-dark(oklch(0.235 0.014 265), oklch(0.945 0.004 265));
--muted: light-dark(oklch(0.475 0.016 265), oklch(0.735 0.01 265));
--accent: light-dark(oklch(0.52 0.19 262), oklch(0.72 0.135 262));
--on-accent: light-dark(oklch(1 0 0), oklch(0.18 0.03 262));
--danger: light-dark(oklch(0.53 0.2 27), oklch(0.75 0.13 22));
--danger-bg: light-dark(oklch(0.955 0.019 20), oklch(0.3 0.055 22));
--warning: light-dark(oklch(0.52 0.105 70), oklch(0.82 0.12 80));
--warning-bg: light-dark(oklch(0.965 0.032 90), oklch(0.3 0.045 75));
}
@media (prefers-contrast: more) { :root {
--bg: light-dark(oklch(1 0 0), oklch(0 0 0));
--surface: light-dark(oklch(1 0 0), oklch(0 0 0));
--sunken: light-dark(oklch(0.967 0.003 265), oklch(0.155 0.008 265));
--line: light-dark(oklch(0.5 0.012 265), oklch(0.68 0.014 265));
--line-strong: light-dark(oklch(0.3 0.012 265), oklch(0.85 0.014 265));
--text: light-dark(oklch(0 0 0), oklch(1 0 0));
--muted: light-dark(oklch(0.3 0.016 265), oklch(0.88 0.01 265));
--accent: light-dark(oklch(0.4 0.19 262), oklch(0.82 0.1 262));
} }`
