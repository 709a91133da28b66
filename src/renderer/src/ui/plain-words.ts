/** The core's sentences also serve the command line and programs. This replaces typed commands by what the person presses in the window. Pure. */

const said: readonly [typed: RegExp, pressed: string][] = [
  [/,? or (?:with|run) ["“]mintdesk [^"”]*["”]/g, ''],
  [/go on with ["“]mintdesk collections resume [^"”]*["”]/g, 'press “Go on…”'],
  [/take over with ["“]mintdesk collections take-over [^"”]*["”]/g, 'press “Take over…”'],
  [/put empty ones in their places with ["“]mintdesk networks free [^"”]*["”]/g, 'press “Replace what waits there…”'],
  [/run ["“]mintdesk recover["”]( again)?/g, 'recover it in Settings, under Keys and backup$1'],
  [
    /run ["“]mintdesk networks solana install-programs["”] once \([^)]*\)/g,
    'get them in Settings, under Practice networks',
  ],
  [/:? (?:with ["“])?mintdesk networks reset [\w-]+["”]?/g, ' in Settings, under Practice'],
  [/(\w+ it) with ["“]mintdesk vault [^"”]*["”]/g, '$1 in Settings'],
  [/ with ["“]mintdesk contracts verify["”]/g, ' under “Source on explorers”'],
  [/in the window's column map/g, 'under Columns'],
  [outsideQuotes(/ \(--[a-z][^)]*\)/), ''],
  [outsideQuotes(/\benterprise access\b/), '“Allow moving people’s NFTs”'],
  [outsideQuotes(/\btreasury\b/), 'fee balance'],
  [outsideQuotes(/\bTreasury\b/), 'Fee balance'],
]

/** A sentence of the core in the window's words, without commands. */
export function plainWords(sentence: string): string {
  return said.reduce((text, [typed, pressed]) => text.replaceAll(typed, pressed), sentence)
}

/** Matches only outside of quotation marks: a cell or a name within them, as JSON, stays as it was written. */
function outsideQuotes(typed: RegExp): RegExp {
  const rest = String.raw`(?:[^"\\]|\\.)*`
  return new RegExp(`${typed.source}(?=${rest}(?:"${rest}"${rest})*$)`, 'gs')
}
