/** The page that is shown when the page or the core has stopped for good. It needs no script, and not the core, which may be down. Pure. */
import { createHash } from 'node:crypto'

/** The address of the buttons. It does not exist: the main process catches the navigation. */
const base = 'https://mintdesk.invalid/crash/'
export const crashActions = ['again', 'copy', 'quit'] as const
export type CrashAction = (typeof crashActions)[number]

/** The action of a button's address; undefined for every other address. */
export function crashActionOf(url: string): CrashAction | undefined {
  return crashActions.find((action) => url === `${base}${action}`)
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 8vh auto; padding: 0 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 }
a { padding: .5rem 1rem; border: 1px solid currentColor; border-radius: .5rem; color: inherit; text-decoration: none }
a:first-child { background: #1971c2; border-color: #1971c2; color: #fff }
a:focus-visible { outline: 3px solid #74c0fc; outline-offset: 2px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8886; border-radius: .5rem; font-size: .8rem }
`

/** @param why what happened, in a sentence @param report the text to copy */
export function crashPage(why: string, report: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width">
<title>Mintdesk stopped</title>
<style>${style}</style>
<h1>Mintdesk stopped</h1>
<p>Nothing is lost: what was accepted is on disk, what was signed is known, and nothing is minted twice. Minting goes on when Mintdesk is started again.</p>
<p>${escaped(why)}</p>
<nav aria-label="What to do">
<a href="${base}again">Start Mintdesk again</a>
<a href="${base}copy">Copy the report</a>
<a href="${base}quit">Quit</a>
</nav>
<p>If it stops again: run <code>mintdesk doctor</code>, and send the report to whoever helps you. Keys, words, e-mail addresses and all that follows the host of an address are taken out of it; read it before you send it all the same.</p>
<pre tabindex="0" aria-label="Report">${escaped(report)}</pre>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
