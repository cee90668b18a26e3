// Runs before the page is drawn, so that the chosen theme does not flash.
try {
  const theme = localStorage.getItem('docs-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Pages that may not store anything follow the system.
}
